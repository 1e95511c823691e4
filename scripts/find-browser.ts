import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The path of a Chromium for the journeys: BROWSER_PATH, one that is installed, else one installed now: from the
 * system's packages where we may, otherwise Playwright's own. Throws when none can be had.
 */
export function findBrowser(): string {
  const found = [process.env['BROWSER_PATH'], ...usual].find((path) => path && existsSync(path))
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium from the system’s packages…\n')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  process.stdout.write('Installing Playwright’s Chromium…\n')
  const cli = 'node_modules/@playwright/test/cli.js'
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  const own = execFileSync(process.execPath, [
    '-e',
    "process.stdout.write(require('@playwright/test').chromium.executablePath())",
  ]).toString()
  if (existsSync(own)) return own
  throw new Error('The journeys need a Chromium. Install one, or set BROWSER_PATH to its executable.')
}
