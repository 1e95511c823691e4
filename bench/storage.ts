import { readFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { type Benchmark, byItself } from './benchmark.ts'
import { allowManyUploads, type Cast, logInCast } from './conference.ts'
import { downloads } from './downloads.ts'
import { measure, median } from './measure.ts'
import { onStage } from './on-stage.ts'
import { type BenchPortal, benchDatabase, startBenchPortal } from './portals.ts'
import { stampedPdf } from './stamped-pdf.ts'
import { submissions } from './submissions.ts'
import { withLatency } from './table.ts'
import { writeBetween } from './write-between.ts'
import { startServer } from './yardsticks.ts'

/**
 * `npm run bench:storage`: files kept on the disk and in an S3 server on the same machine, by a portal each, on a PostgreSQL
 * database of its own, in turns. How fast that server is says little of another one; what the portal's own process takes
 * of the processor for each file is the portal's.
 */
const [SMALL, LARGE] = [200_000, 20_000_000]
const S3 = { key: 'S3RVER', region: 'us-east-1', bucket: 'papers' }
/** What Linux counts a process's time in. */
const TICK_MS = 10

await onStage(async ({ folder, smtp, undo }) => {
  const load = loadavg()[0] ?? 0
  const server = await startServer('./s3-server.ts', [])
  undo.push(() => server.close())
  const kept: Record<string, Record<string, string>> = {
    'the disk': {},
    S3: {
      STORAGE_URL: `s3://${S3.bucket}?endpoint=${server.url}&region=${S3.region}`,
      AWS_ACCESS_KEY_ID: S3.key,
      AWS_SECRET_ACCESS_KEY: S3.key,
    },
  }
  const names = new Map<BenchPortal, string>()
  const casts = new Map<BenchPortal, Cast>()
  let version = ''
  for (const [name, env] of Object.entries(kept)) {
    const database = await benchDatabase()
    if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
    undo.push(() => database.drop())
    version = database.version
    const portal = await startBenchPortal(smtp.url, database.url, undefined, env)
    undo.push(() => portal.close())
    const cast = await logInCast(portal)
    await allowManyUploads(portal, cast.admin, 2 * LARGE)
    casts.set(portal, cast)
    names.set(portal, name)
  }
  const portals = [...names.keys()]
  const castOf = (portal: BenchPortal) => {
    const cast = casts.get(portal)
    if (cast === undefined) throw new Error('nobody is logged in')
    return cast
  }
  const [small, large] = [await stampedPdf(SMALL), await stampedPdf(LARGE)]
  const nowhere = { name: '', url: '', close: () => undefined }
  const lines: string[] = []
  for (const benchmark of [
    ...submissions({ small, large, castOf, folder, receiver: nowhere }),
    ...(await downloads({ large, portals, castOf, bare: nowhere })),
  ]) {
    lines.push(await lineOf(benchmark, portals, names))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  await writeBetween(
    'storage',
    [
      `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${version}; the machine’s load was ${load.toFixed(1)} before it. The median of the rounds (lowest–highest), then how long a call took: half of them, and 99 in 100; last, what the portal’s own process took of the processor for each.`,
      '',
      `| benchmark | ${Object.keys(kept).join(' | ')} | times as many |`,
      '|---|---|---|---|',
      ...lines,
    ].join('\n'),
  )
})

/** Measures one benchmark, held against nothing but the other portal. */
async function lineOf(
  benchmark: Benchmark,
  portals: readonly BenchPortal[],
  names: ReadonlyMap<BenchPortal, string>,
): Promise<string> {
  const { name, unit, concurrency } = benchmark
  const nameOf = (portal: BenchPortal) => names.get(portal) ?? ''
  const before = await Promise.all(portals.map(processorMs))
  const { figures } = await measure(byItself(benchmark), portals, nameOf)
  const after = await Promise.all(portals.map(processorMs))
  const cells = portals.map((portal, at) => {
    const figure = figures.get(nameOf(portal))
    if (figure === undefined) throw new Error(`${name} was not measured`)
    // One call before the rounds does not count as one of theirs.
    const own = ((after[at] ?? 0) - (before[at] ?? 0)) / (figure.latencies.length + 1)
    return { rate: median(figure.rates), told: `${withLatency(figure)}; ${own.toPrecision(3)} ms` }
  })
  const [disk, s3] = cells
  const times = ((s3?.rate ?? 0) / (disk?.rate ?? 1)).toFixed(2)
  return `| ${[`${name}, ${concurrency} at once, ${unit}`, ...cells.map(({ told }) => told), times].join(' | ')} |`
}

/** What a process took of the processor so far, with all its threads (Linux). */
async function processorMs({ pid }: BenchPortal): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Behind the program's name, which may hold blanks: user and system time are the 14th and 15th of all (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
