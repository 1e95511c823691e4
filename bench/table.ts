import { availableParallelism } from 'node:os'
import { type Figure, type Measured, median, quantile } from './measure.ts'
import type { Memory } from './memory.ts'
import { type BenchPortal, kinds } from './portals.ts'
import { writeBetween } from './write-between.ts'

/** One benchmark as a line of the table. */
export function lineOf({ benchmark, figures }: Measured): string {
  const held = (['yardstick', 'further'] as const).flatMap((name) => {
    const [given, figure] = [benchmark[name], figures.get(name)]
    return given === undefined || figure === undefined ? [] : [{ name: given.name, figure }]
  })
  const ratioTo = (bare: Figure) =>
    kinds
      .flatMap((kind) => {
        const figure = figures.get(kind)
        return figure === undefined
          ? []
          : [`${kind} ${(median(figure.rates) / median(bare.rates)).toFixed(2)}`]
      })
      .join(', ')
  const cells = [
    `${benchmark.name}, ${benchmark.concurrency} at once, ${benchmark.unit}`,
    ...kinds.map((kind) => withLatency(figures.get(kind))),
    held.map(({ name, figure }) => `${name}: ${rate(figure)}`).join('; ') || '–',
    held.map(({ figure }) => ratioTo(figure)).join('; ') || '–',
  ]
  return `| ${cells.join(' | ')} |`
}

/** A portal's memory as a line of the second table. */
export function memoryLineOf(portal: BenchPortal, idle: Memory): string {
  const cells = [idle.server, portal.peak.server, portal.peak.reader].map((mb) =>
    mb === 0 ? '–' : plain(mb),
  )
  return `| ${portal.kind} | ${cells.join(' | ')} |`
}

/** What was measured, a line a row; PostgreSQL's version where one answered. */
interface Tables {
  lines: readonly string[]
  storms: readonly string[]
  besideLists: readonly string[]
  started: readonly string[]
  memory: readonly string[]
  version: string | undefined
}

/** Puts the tables into the README. */
export async function writeTables({
  lines,
  storms,
  besideLists,
  started,
  memory,
  version,
}: Tables): Promise<void> {
  const databases =
    version === undefined ? 'PGlite; no PostgreSQL answered' : `PGlite and PostgreSQL ${version}`
  const made = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node}, ${databases}.`,
    'Each figure is the median of the rounds (lowest–highest), then how long a call took: half of them, and 99 in 100.',
    '',
    '| benchmark | PGlite | PostgreSQL | yardstick | ratio to the yardstick |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    '| somebody reads who they are, ms: half and 99 in 100 | alone | while eight log in without end | 99 in 100: times as long |',
    '|---|---|---|---|',
    ...storms,
    '',
    '| beside four who read the organisers’ list without end, ms: half and 99 in 100 | who they are: alone | beside lists | 99 in 100: times as long | log in: alone | beside lists | 99 in 100: times as long |',
    '|---|---|---|---|---|---|---|',
    ...besideLists,
    '',
    '| from the command to the door, s | first start | later start |',
    '|---|---|---|',
    ...started,
    '',
    '| memory (RSS), MB | server, idle | server, highest under load | what it started, highest under load |',
    '|---|---|---|---|',
    ...memory,
  ].join('\n')
  await writeBetween('figures', made)
}

/** A figure, and how long its calls took. */
export function withLatency(figure: Figure | undefined): string {
  if (figure === undefined) return '–'
  const [p50, p99] = [0.5, 0.99].map((share) => plain(quantile(figure.latencies, share)))
  return `${rate(figure)}; ${p50} and ${p99} ms`
}

function rate({ rates }: Figure): string {
  return `**${plain(median(rates))}** (${plain(Math.min(...rates))}–${plain(Math.max(...rates))})`
}

/** Three digits that count. */
function plain(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
