import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findBrowser, findShell } from './find-browser.ts'
import { findPostgres } from './find-postgres.ts'

/**
 * The whole test command: checks, unit and request tests on PostgreSQL, wherever one answers, and on the embedded database
 * what concerns that, else all of them there; what is tried against the portal, and the journeys in a real browser. Says at
 * the end what ran; stops at the first part that fails.
 */
const done: string[] = []

/** One part of the command, under its heading; ends everything where it says that it failed. */
async function part(what: string, passes: () => Promise<boolean>): Promise<void> {
  process.stdout.write(`\n── ${what}\n`)
  const started = Date.now()
  if (!(await passes())) {
    process.stderr.write(`\n${what}: failed.\n`)
    process.exit(1)
  }
  done.push(`${what}: passed in ${Math.round((Date.now() - started) / 1000)} s`)
}

function run(what: string, command: string, args: string[], env: Record<string, string> = {}) {
  return part(what, async () => {
    const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    return status === 0
  })
}

/** Runs a command in several ways at once; what each says is shown when it has ended. */
function runAtOnce(what: string, command: string, ways: readonly (readonly string[])[]) {
  return part(what, async () => {
    const codes = await Promise.all(ways.map((args) => codeOf(command, args)))
    return codes.every((code) => code === 0)
  })
}

async function codeOf(command: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => said.push(piece))
  const [code]: unknown[] = await once(child, 'close')
  process.stdout.write(Buffer.concat(said))
  return code
}

/**
 * Walks through every combination: minutes on the embedded database, so that they run on PostgreSQL alone where one
 * answers.
 */
const longWalks = [
  'tests/canaries.test.ts',
  'tests/canary-messages.test.ts',
  'tests/desk-lists.test.ts',
  'tests/stage-walk.test.ts',
]
/** Takes long and needs no database: once is enough. */
const withoutDatabase = ['tests/affinity-command.test.ts']
/**
 * What concerns the embedded database: its own tests, backups, jobs, the features that hold the database themselves, and whole
 * requests, in which every call of the contract is made. Where a PostgreSQL answers, all else runs on that alone.
 */
const ofEmbedded = [
  'server/db/',
  'server/backup/',
  'server/jobs/',
  'server/verify/',
  'server/features/mail/',
  'server/features/privacy/',
  'tests/',
]

/** Names files and folders of tests; one that is not there any more is told. */
function stillThere(paths: readonly string[]): readonly string[] {
  const gone = paths.filter((path) => !existsSync(path))
  if (gone.length > 0) throw new Error(`not there: ${gone.join(', ')}`)
  return paths
}

/** Leaves files out of a run. */
function without(files: readonly string[]): string[] {
  return stillThere(files).flatMap((file) => ['--exclude', file])
}

const node = process.execPath
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const postgres = await findPostgres()
const browser = findBrowser()

await run('Checks (types, lint, format, dependency rules, dead code)', 'npm', ['run', '--silent', 'check'])
if (postgres === undefined) {
  await run('Tests on the embedded database (PGlite)', node, vitest, { TEST_DATABASE_URL: '' })
  done.push('Tests on PostgreSQL: not run, none answers (set TEST_DATABASE_URL)')
} else {
  await run('Tests on PostgreSQL', node, vitest, { TEST_DATABASE_URL: postgres })
  await run(
    'What concerns the embedded database (PGlite), on that',
    node,
    [
      ...vitest,
      '--project',
      'server',
      ...stillThere(ofEmbedded),
      ...without([...longWalks, ...withoutDatabase]),
    ],
    { TEST_DATABASE_URL: '' },
  )
}
done.push(
  spawnSync('glpsol', ['--version']).status === 0
    ? 'Matching held against GLPK, among the tests'
    : 'Matching against GLPK: not run, glpsol is not installed (apt-get install glpk-utils)',
)
// Two at once, and those about the embedded database alone: each waits much of its time, for what it killed or slowed down.
const trust = ['--import', 'tsx', 'trust/main.ts', '--on']
const shares = ['1/2', '2/2'].map((share) => [
  ...trust,
  postgres === undefined ? 'PGlite' : 'PostgreSQL',
  '--share',
  share,
])
const trustOfEmbedded =
  postgres === undefined ? [] : [[...trust, 'PGlite', 'double-open', 'backup-faults', 'migration-kill']]
await runAtOnce('Trust: the catalogue of docs/security.md, its fast part', node, [
  ...shares,
  ...trustOfEmbedded,
])
if (!existsSync('dist/server/main.js')) throw new Error('the build is missing')
await run('Journeys in a browser', node, ['node_modules/@playwright/test/cli.js', 'test'], {
  BROWSER_PATH: findShell() ?? browser,
  WHOLE_BROWSER_PATH: browser,
})

process.stdout.write(`\n${done.map((line) => `✓ ${line}`).join('\n')}\n`)
