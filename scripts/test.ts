import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findBrowser } from './find-browser.ts'
import { findPostgres } from './find-postgres.ts'

/**
 * The whole test command: checks, unit and request tests on the embedded database and, wherever a PostgreSQL answers,
 * on that too, then the journeys in a real browser. Says at the end what ran; stops at the first part that fails.
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
 * answers. The same statements run on both in all other tests.
 */
const longWalks = [
  'server/features/payments/import/import.test.ts',
  'server/features/reviewing/review-rounds.test.ts',
  'server/features/settings/deadlines-through-the-season.test.ts',
  'tests/canaries.test.ts',
  'tests/canary-messages.test.ts',
  'tests/desk-lists.test.ts',
  'tests/stage-walk.test.ts',
]
/** Those that take long and need no database: once is enough. */
const withoutDatabase = [
  'server/features/files/clean/clean-copy.test.ts',
  'server/features/files/hidden-words.test.ts',
  'server/features/files/inspect-pdf.test.ts',
  'server/features/files/read-text.test.ts',
  'server/features/files/visible-text.test.ts',
  'server/features/files/well-seen.test.ts',
  'server/features/payments/receipts/receipt-pdf.test.ts',
  'server/features/payments/statement/read-statement.test.ts',
  'server/matching/against-glpk.test.ts',
  'tests/affinity-command.test.ts',
]

/** Leaves files out of a run; one that is not there any more is told. */
function without(files: readonly string[]): string[] {
  const gone = files.filter((file) => !existsSync(file))
  if (gone.length > 0) throw new Error(`not there: ${gone.join(', ')}`)
  return files.flatMap((file) => ['--exclude', file])
}

const node = process.execPath
const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const postgres = await findPostgres()
const browser = findBrowser()

await run('Checks (types, lint, format, dependency rules, dead code)', 'npm', ['run', '--silent', 'check'])
await run(
  'Tests on the embedded database (PGlite)',
  node,
  [...vitest, ...(postgres === undefined ? [] : without(longWalks))],
  { TEST_DATABASE_URL: '' },
)
if (postgres === undefined) done.push('Tests on PostgreSQL: not run, none answers (set TEST_DATABASE_URL)')
else
  await run('Tests on PostgreSQL', node, [...vitest, '--project', 'server', ...without(withoutDatabase)], {
    TEST_DATABASE_URL: postgres,
  })
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
const ofEmbedded =
  postgres === undefined ? [] : [[...trust, 'PGlite', 'double-open', 'backup-faults', 'migration-kill']]
await runAtOnce('Trust: the catalogue of docs/security.md, its fast part', node, [...shares, ...ofEmbedded])
if (!existsSync('dist/server/main.js')) throw new Error('the build is missing')
await run('Journeys in a browser', node, ['node_modules/@playwright/test/cli.js', 'test'], {
  BROWSER_PATH: browser,
})

process.stdout.write(`\n${done.map((line) => `✓ ${line}`).join('\n')}\n`)
