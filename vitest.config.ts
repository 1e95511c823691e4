import { defineConfig } from 'vitest/config'

const SAME_CHANCE = './tests/setup/same-chance.ts'

/** What a test waits for comes at once, but beside other work not within vitest's own second. */
const expect = { poll: { timeout: 30_000 } }

/** A guard against what hangs, not a measure: beside other work the making of any texts takes seconds. */
const patient = { testTimeout: 60_000, expect, setupFiles: SAME_CHANCE }

const server = {
  include: ['server/**/*.test.ts', 'tests/**/*.test.ts'],
  globalSetup: './tests/setup/template.ts',
  setupFiles: ['./tests/setup/one-statement-at-a-time.ts', SAME_CHANCE],
  // A guard against what hangs, not a measure: a whole season takes one minute on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect,
  // Imports are most of a file's cost. Each file has a portal of its own, and no module keeps anything of one.
  isolate: false,
}

/** TEST_DATABASE_URL decides for "server": embedded database without, PostgreSQL with it. */
export default defineConfig({
  test: {
    // Without it one core is left idle, of two.
    maxWorkers: '100%',
    projects: [
      { test: { ...server, name: 'server' } },
      { test: { name: 'shared', include: ['shared/**/*.test.ts'], ...patient, isolate: false } },
      { test: { name: 'client', include: ['client/**/*.test.{ts,tsx}'], ...patient } },
    ],
  },
})
