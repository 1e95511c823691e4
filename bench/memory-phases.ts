import { availableParallelism, loadavg } from 'node:os'
import type { Benchmark } from './benchmark.ts'
import { allowManyUploads, type Cast, fillConference, logInCast } from './conference.ts'
import { downloads } from './downloads.ts'
import { fileServer } from './file-servers.ts'
import { lists } from './lists.ts'
import { logIns } from './log-ins.ts'
import { measure, median } from './measure.ts'
import { memoryOf, watchMemory } from './memory.ts'
import { onStage } from './on-stage.ts'
import { pointReads } from './point-reads.ts'
import { benchDatabase, startBenchPortal } from './portals.ts'
import { exportsOf, receiptsOf } from './read-tables.ts'
import { stampedPdf } from './stamped-pdf.ts'
import { acceptPapers, statements } from './statements.ts'
import { submissions } from './submissions.ts'
import { writeBetween } from './write-between.ts'
import { startServer } from './yardsticks.ts'

/**
 * `npm run bench:memory`: one process on PostgreSQL through all phases of the bench one after the other, and its highest
 * memory in each. The rates are printed only, so that two builds can be told apart in the same run of both.
 */
const SMALL = 200_000
const LARGE = 20_000_000
/** The portal's jobs send mails with receipts for a while after a phase; that counts too. */
const AFTER_MS = 3000

await onStage(async ({ folder, smtp, undo }) => {
  const database = await benchDatabase()
  if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
  undo.push(() => database.drop())
  const portal = await startBenchPortal(smtp.url, database.url)
  undo.push(() => portal.close())
  const load = loadavg()[0] ?? 0
  const idle = await memoryOf(portal)
  const [small, large] = [await stampedPdf(SMALL), await stampedPdf(LARGE)]
  const bare = await fileServer(large, folder)
  undo.push(() => bare.close())
  const receiver = await startServer('./form-server.ts', [folder])
  undo.push(() => receiver.close())
  let cast: Cast = await logInCast(portal)
  const castOf = () => cast
  await allowManyUploads(portal, cast.admin, 2 * large.size)

  const rows: string[] = []
  let highest = 0
  const phase = async (name: string, work: () => Promise<readonly string[]>) => {
    portal.peak = { server: 0, reader: 0 }
    const stop = watchMemory(portal)
    const rates = await work()
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS))
    await stop()
    const after = await memoryOf(portal)
    highest = Math.max(highest, portal.peak.server)
    rows.push(`| ${name} | ${Math.round(portal.peak.server)} | ${Math.round(after.server)} |`)
    say(`${rows.at(-1)} ${rates.join('; ')}`)
    cast = await logInCast(portal)
  }
  const measured = async (benchmarks: readonly Benchmark[]) => {
    const rates: string[] = []
    for (const { name, unit, amount, concurrency, limitMs, limitCount, once } of benchmarks) {
      const alone = { name, unit, amount, concurrency, limitMs, limitCount, once }
      const figure = (await measure(alone, [portal])).figures.get(portal.kind)
      rates.push(`${name}: ${median(figure?.rates ?? []).toPrecision(3)} ${unit}`)
    }
    return rates
  }

  await phase('who one is', () => measured([pointReads({ castOf, bare: undefined })]))
  await phase('log-ins', async () => measured([await logIns()]))
  await phase('uploads of 205 KB and 20 MB', () =>
    measured(submissions({ small, large, castOf, folder, receiver })),
  )
  await phase('a conference filled through the API', async () => {
    await fillConference(portal, cast, small)
    await database.tidy()
    return []
  })
  await phase('lists', () => measured(lists({ castOf, byHand: undefined })))
  await phase('downloads', async () => measured(await downloads({ large, portals: [portal], castOf, bare })))
  let papers: string[] = []
  await phase('200 papers accepted', async () => {
    papers = await acceptPapers(portal, cast, small)
    return []
  })
  await phase('imports of 10,000 lines, with receipts by mail', () =>
    measured([statements(() => papers, castOf)]),
  )
  await phase('exports', () => measured(exportsOf(castOf)))
  await phase('receipts', () => measured([receiptsOf(papers, castOf)]))

  const made = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${database.version}; the machine’s load was ${load.toFixed(1)} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
    '',
    '| one after the other in one process | memory (RSS), MB: highest | 3 seconds after it |',
    '|---|---|---|',
    `| before the first call | ${Math.round(idle.server)} | |`,
    ...rows,
    `| **all of it** | **${Math.round(highest)}** | |`,
  ].join('\n')
  say(made)
  await writeBetween('memory', made)
})

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
