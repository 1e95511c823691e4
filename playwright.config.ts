import { defineConfig } from '@playwright/test'

// One tab a worker, emptied between tests: a new one for each costs a third of the run. What must come afresh from the
// network opens a context of its own (`browser.newContext()`).
process.env['PW_TEST_REUSE_CONTEXT'] ??= '1'

/** Journeys and screens in a real browser against the built client; each file starts a portal of its own. */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['journeys/*.journey.ts', 'screens/*.screen.ts'],
  globalSetup: './tests/setup/browser-template.ts',
  // Only what fails waits so long: a busy machine may take four times as long as a quiet one.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    launchOptions: {
      ...(process.env['BROWSER_PATH'] ? { executablePath: process.env['BROWSER_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    // Recording costs a third of the run. Look into a failure with `npx playwright test <file> --trace retain-on-failure`.
    trace: 'off',
    actionTimeout: 30_000,
  },
})
