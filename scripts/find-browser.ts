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

const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The path of a whole Chromium: BROWSER_PATH, one that is installed, else one installed now: from the system's packages where we
 * may, otherwise Playwright's own. Throws when none can be had.
 */
export function findBrowser(): string {
  const found = [process.env['BROWSER_PATH'], ...usual].find((path) => path && existsSync(path))
  if (found) return found
  if (installPackages('chromium', 'fonts-liberation') && existsSync('/usr/bin/chromium'))
    return '/usr/bin/chromium'
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

/**
 * The path of a Chromium without windows, which needs a quarter less of the processor than a whole one: the system's package,
 * installed now where we may. Undefined where there is none, or where BROWSER_PATH says which browser it is to be.
 */
export function findShell(): string | undefined {
  if (process.env['BROWSER_PATH']) return undefined
  if (!existsSync(SHELL)) installPackages('chromium-headless-shell')
  return existsSync(SHELL) ? SHELL : undefined
}

/** Installs packages of the system, where it has them and we are root; false where not. */
function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stdout.write(`Installing ${names.join(' and ')} from the system’s packages…\n`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}
