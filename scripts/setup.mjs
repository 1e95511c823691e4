// Brings a checkout to where it can run: installs the packages that the lock file names and builds what changed. With --once it
// leaves alone what is there, and says so where it is older: an operator's command must not take the build away from the portal
// that runs in the same folder.
// Plain JavaScript without packages, because it runs before there are any.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
process.chdir(root)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Lectern needs Node 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}

const leavesAlone =
  process.argv.includes('--once') && existsSync('dist/server/main.js') && existsSync('node_modules')

/** As long as a hash is, with which every fingerprint begins. */
const HASH = 64

/** Runs a step only if its inputs changed since it last went well. */
function step(name, fingerprint, present, run) {
  const mark = join('node_modules', `.lectern-${name}`)
  const before = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  if (present && before === fingerprint) return
  if (leavesAlone) {
    // Of sources alone: an operator's shell need not have the build's settings.
    if (before.slice(0, HASH) === fingerprint.slice(0, HASH)) return
    console.error(
      'What is built here is older than the checkout. Where no portal runs in this folder, node scripts/setup.mjs builds it anew.',
    )
    process.exit(0)
  }
  run()
  mkdirSync('node_modules', { recursive: true })
  writeFileSync(mark, fingerprint)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

const npm = process.env.npm_execpath
function install() {
  console.log('Installing packages…')
  // What builds is needed in production too.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm?.endsWith('.js')) execFileSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
  else execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
}

function build() {
  console.log('Building…')
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const quiet = ['--logLevel', 'warn']
  execFileSync(process.execPath, [vite, 'build', ...quiet], { stdio: 'inherit' })
  execFileSync(process.execPath, [vite, 'build', '--config', 'vite.server.config.ts', ...quiet], {
    stdio: 'inherit',
  })
}

step('installed', hashOf(['package-lock.json', 'package.json']), existsSync('node_modules/vite'), install)
const sources = [
  'client',
  'server',
  'shared',
  'scripts/vite',
  'vite.config.ts',
  'vite.server.config.ts',
].flatMap(filesBelow)
const { VITE_MAINTENANCE = '', VITE_API_URL = '', VITE_CONFERENCE_URL = '' } = process.env
const settings = JSON.stringify([VITE_MAINTENANCE, VITE_API_URL, VITE_CONFERENCE_URL])
step(
  'built',
  hashOf(sources) + settings + hashOf(['package-lock.json']),
  existsSync('dist/server/main.js'),
  build,
)
