import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/open.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { startPortal } from '#tests/portal-process.ts'
import { bareImport } from './bare-import.ts'
import { barePayments } from './bare-payments.ts'
import { type Import, type Imported, peopleImport, statementImport } from './import-kinds.ts'
import { papersToPay } from './paying-papers.ts'
import { benchDatabase, kinds } from './portals.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:imports`: a statement of 10,000 lines, each of which pays a paper, and a list of 10,000 new people, both
 * from file to last row through HTTP as a browser sends them, on a filled desk; beside the same file parsed and written
 * with bare statements, and beside the rows of the payments alone, written by hand. `npm run bench:imports -- PGlite` measures that one alone and prints it.
 */
const LINES = 10_000
/** So many that a quarter of the submissions, 10,500, await payment. */
const ROWS = 2.1 * LINES

const wanted = kinds.filter((kind) => process.argv.length < 3 || process.argv.includes(kind))
const load = loadavg()[0] ?? 0
const lines: string[] = []
const byHand: string[] = []
let version = ''
for (const kind of wanted) {
  const database = kind === 'PGlite' ? undefined : await benchDatabase()
  if (kind !== 'PGlite' && database === undefined) throw new Error('No PostgreSQL answers.')
  version = database?.version ?? version
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  try {
    lines.push(...(await measured(kind, dataDir, database?.url)))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
}
const made = [
  `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node}, PGlite and PostgreSQL ${version}; the machine’s load was ${load.toFixed(1)} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
  'Seconds; in the last two columns milliseconds of another call that was asked for over and over meanwhile.',
  '',
  '| import | preview | apply | together | the same file again: preview | bare parse and insert | ratio to it | another call: 95 of 100 | longest |',
  '|---|---|---|---|---|---|---|---|---|',
  ...lines,
  '',
  `To write the same rows of all payments by hand (one statement a kind, one transaction, nothing read, no mail composed) the database by itself took: ${byHand.join(', ')}.`,
].join('\n')
say(made)
if (wanted.length === kinds.length) await writeBetween('imports', made)

async function measured(kind: string, dataDir: string, databaseUrl: string | undefined): Promise<string[]> {
  const env = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  // The first start makes the administrator.
  await (await startPortal(env)).stop()
  say(`Filling the desk on ${kind}…`)
  const filled = await openDatabase({ databaseUrl, dataDir, isPatient: true })
  await fillDesk(filled.db, ROWS)
  const paperIds = await papersToPay(filled.db, LINES)
  const took = await barePayments(filled, paperIds)
  say(`The rows of the payments by hand: ${seconds(took)} s`)
  byHand.push(`${kind} ${seconds(took)} s`)
  await filled.close()
  const portal = await startPortal(env)
  try {
    const rows: string[] = []
    const imports: readonly [string, Import][] = [
      [`Statement of ${LINES.toLocaleString('en')} lines`, statementImport(paperIds)],
      [`List of ${LINES.toLocaleString('en')} people`, peopleImport(LINES)],
    ]
    for (const [name, one] of imports) {
      const bare = await bareImport(one.csv, databaseUrl)
      rows.push(lineOf(`${name}, ${kind}`, await one.run(portal), bare))
      say(rows.at(-1) ?? '')
    }
    return rows
  } finally {
    await portal.close()
  }
}

function lineOf(name: string, { preview, apply, again, meanwhile }: Imported, bare: number): string {
  const together = preview + apply
  const cells = [
    seconds(preview),
    seconds(apply),
    `**${seconds(together)}**`,
    seconds(again),
    seconds(bare),
    (together / bare).toFixed(1),
    Math.round(meanwhile.most),
    Math.round(meanwhile.longest),
  ]
  return `| ${[name, ...cells].join(' | ')} |`
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
