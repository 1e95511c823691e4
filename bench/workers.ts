import { availableParallelism, loadavg } from 'node:os'
import { byItself } from './benchmark.ts'
import { allowManyUploads, type Cast, fillConference, logInCast } from './conference.ts'
import { lists } from './lists.ts'
import { logIns } from './log-ins.ts'
import { measure, median } from './measure.ts'
import { onStage } from './on-stage.ts'
import { pointReads } from './point-reads.ts'
import { type BenchPortal, benchDatabase, startBenchPortal } from './portals.ts'
import { stampedPdf } from './stamped-pdf.ts'
import { storm } from './storm.ts'
import { submissions } from './submissions.ts'
import { withLatency } from './table.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:workers`: what a second process of a machine adds (`WORKERS=2`): the same calls to a portal of one process and to
 * one of two, each on a PostgreSQL database of its own, in turns, with whoever asks and the database on the same cores.
 */
const PROCESSES = ['1', '2']
const [SMALL, LARGE] = [200_000, 20_000_000]

await onStage(async ({ folder, smtp, undo }) => {
  const load = loadavg()[0] ?? 0
  const [small, large] = [await stampedPdf(SMALL), await stampedPdf(LARGE)]
  const portals: BenchPortal[] = []
  const casts = new Map<BenchPortal, Cast>()
  let version = ''
  for (const processes of PROCESSES) {
    const database = await benchDatabase()
    if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
    undo.push(() => database.drop())
    version = database.version
    const portal = await startBenchPortal(smtp.url, database.url, undefined, { WORKERS: processes })
    undo.push(() => portal.close())
    const cast = await logInCast(portal)
    await allowManyUploads(portal, cast.admin, 2 * LARGE)
    say(`Filling the conference of ${processes}…`)
    await fillConference(portal, cast, small)
    await database.tidy()
    portals.push(portal)
  }
  for (const portal of portals) casts.set(portal, await logInCast(portal))
  const castOf = (portal: BenchPortal) => {
    const cast = casts.get(portal)
    if (cast === undefined) throw new Error('nobody is logged in')
    return cast
  }
  const lines: string[] = []
  for (const benchmark of [
    pointReads({ castOf, bare: undefined }),
    ...lists({ castOf, byHand: undefined }),
    await logIns(),
    ...submissions({ small, large, castOf, folder, receiver: { url: '' } }),
  ]) {
    const { name, unit, concurrency } = benchmark
    const nameOf = (portal: BenchPortal) => String(portals.indexOf(portal))
    const { figures } = await measure(byItself(benchmark), portals, nameOf)
    const [one, two] = [figures.get('0'), figures.get('1')]
    if (one === undefined || two === undefined) throw new Error(`${name} was not measured`)
    const times = (median(two.rates) / median(one.rates)).toFixed(2)
    lines.push(
      `| ${[`${name}, ${concurrency} at once, ${unit}`, withLatency(one), withLatency(two), times].join(' | ')} |`,
    )
    say(lines.at(-1) ?? '')
  }
  const waits = (await storm(portals, castOf)).map((line, at) =>
    line.replace('PostgreSQL', PROCESSES[at] === '1' ? 'one process' : 'two processes'),
  )
  say(waits.join('\n'))
  await writeBetween(
    'workers',
    [
      `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${version}; the machine’s load was ${load.toFixed(1)} before it. The median of the rounds (lowest–highest), then how long a call took: half of them, and 99 in 100.`,
      '',
      '| benchmark | one process | two processes | times as many |',
      '|---|---|---|---|',
      ...lines,
      '',
      '| somebody reads who they are, ms: half and 99 in 100 | alone | while eight log in without end | 99 in 100: times as long |',
      '|---|---|---|---|',
      ...waits,
    ].join('\n'),
  )
})

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
