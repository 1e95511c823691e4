import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { certify } from '#server/matching/certify.ts'
import { solve } from '#server/matching/solve.ts'
import { solveFairly } from '#server/matching/solve-fairly.ts'
import { conferenceOf, type Size } from './matching/conference.ts'
import { plotOf } from './matching/plot.ts'
import { writeBetween } from './write-between.ts'

/** `npm run bench:matching`: how long an assignment takes, by size; every one is proved to be the best. */
const sizes: [papers: number, reviewers: number][] = [
  [300, 60],
  [600, 80],
  [1200, 400],
  [2500, 1000],
  [5000, 2000],
]
const kinds = [
  { name: 'room for a third more', room: 1.3, hard: false },
  { name: 'tight, minimum loads, one of three experienced', room: 1.02, hard: true },
]

const lines: string[] = []
const points: { kind: string; pairs: number; seconds: number }[] = []
for (const { name, room, hard } of kinds) {
  for (const [papers, reviewers] of sizes) {
    const least = hard ? Math.floor((papers * 3) / reviewers) - 1 : 0
    const size: Size = { papers, reviewers, seats: 3, room, least, experienced: hard }
    const problem = conferenceOf(size)
    const plain = timed(() => solve(problem))
    const faults = certify(problem, plain.result)
    if (faults.length > 0) throw new Error(faults.join(' '))
    const fair = papers <= 1200 ? timed(() => solveFairly(problem)) : null
    points.push({ kind: name, pairs: papers * reviewers, seconds: plain.cpu })
    lines.push(
      `| ${papers} × ${reviewers}, ${name} | ${shown(plain)} | ${fair === null ? '–' : shown(fair)} | ${Math.round(process.memoryUsage().rss / 1e6)} |`,
    )
    process.stdout.write(`${lines.at(-1)}\n`)
  }
}
await writeFile(new URL('./matching.svg', import.meta.url), plotOf(points))
const [load = 0] = loadavg()
await writeBetween(
  'matching',
  [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores and Node ${process.versions.node}; the machine’s load was ${load.toFixed(1)}. Seconds of the processor, and in brackets by the clock.`,
    '',
    '| papers × reviewers, three reviews each | largest total | fair | memory (RSS), MB |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n'),
)

function timed<Result>(work: () => Result) {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, clock: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 }
}

function shown({ clock, cpu }: { clock: number; cpu: number }): string {
  return `**${cpu.toFixed(2)}** (${clock.toFixed(2)})`
}
