import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { certify } from '#server/matching/certify.ts'
import { shortageOf } from '#server/matching/shortage.ts'
import { solve } from '#server/matching/solve.ts'
import { solveFairly } from '#server/matching/solve-fairly.ts'
import { logPlot, type Point } from './log-plot.ts'
import { applyAndUndo } from './matching/apply.ts'
import { conferenceOf, type Size } from './matching/conference.ts'
import { throughPortal } from './matching/through-portal.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:matching`: how long an assignment takes, by size, every one proved to be the best; and a whole proposal
 * as the portal makes it. `npm run bench:matching -- portal` measures and writes that alone, `-- apply` the applying of a
 * proposal, `-- shortage` the explaining of what cannot be served.
 */
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

const AXES = {
  title: 'Seconds of matching against the number of pairs',
  x: { name: 'papers × reviewers', ticks: [1e4, 1e5, 1e6, 1e7], most: 2e7 },
  y: { unit: 's', ticks: [0.01, 0.1, 1, 10, 60], most: 100 },
}

const part = process.argv[2]
if (part === undefined) await alone()
if (part === undefined || part === 'shortage') await short()
if (part === undefined || part === 'portal') await whole()
if (part === undefined || part === 'apply') await batch()

/** The matching by itself. */
async function alone(): Promise<void> {
  const lines: string[] = []
  const points: Point[] = []
  for (const { name, room, hard } of kinds) {
    for (const [papers, reviewers] of sizes) {
      const least = hard ? Math.floor((papers * 3) / reviewers) - 1 : 0
      const size: Size = { papers, reviewers, seats: 3, room, least, experienced: hard }
      const problem = conferenceOf(size)
      const plain = timed(() => solve(problem))
      const faults = certify(problem, plain.result)
      if (faults.length > 0) throw new Error(faults.join(' '))
      const fair = papers <= 1200 ? timed(() => solveFairly(problem)) : null
      points.push({ kind: name, x: papers * reviewers, y: plain.cpu })
      lines.push(
        `| ${papers} × ${reviewers}, ${name} | ${shown(plain)} | ${fair === null ? '–' : shown(fair)} | ${Math.round(process.memoryUsage().rss / 1e6)} |`,
      )
      process.stdout.write(`${lines.at(-1)}\n`)
    }
  }
  await writeFile(new URL('./matching.svg', import.meta.url), logPlot(points, AXES))
  const [load = 0] = loadavg()
  await writeBetween(
    'matching',
    [
      `${measuredOn()}; the machine’s load was ${load.toFixed(1)}. Seconds of the processor, and in brackets by the clock.`,
      '',
      '| papers × reviewers, three reviews each | largest total | fair | memory (RSS), MB |',
      '|---|---|---|---|',
      ...lines,
    ].join('\n'),
  )
}

/** Where the reviewers together have time for less than is asked for, by about a tenth: the best there is, and why not all is served. */
async function short(): Promise<void> {
  const load = loadavg()[0] ?? 0
  const lines: string[] = []
  for (const [papers, reviewers] of sizes) {
    const problem = conferenceOf({ papers, reviewers, seats: 3, room: 0.85, least: 0, experienced: false })
    const plain = timed(() => solve(problem))
    const faults = certify(problem, plain.result)
    if (faults.length > 0) throw new Error(faults.join(' '))
    const why = timed(() =>
      shortageOf(problem, plain.result, {
        barOf: () => 'conflict',
        wouldScore: () => 0,
        newcomersMost: 10,
        lowerBy: 1,
      }),
    )
    if (why.result === null) throw new Error('nothing was lacking')
    const { papers: unserved, raise, missing, invite } = why.result
    const raised = raise.reduce((sum, { by }) => sum + by, 0)
    lines.push(
      `| ${papers} × ${reviewers} | ${shown(plain)} | ${shown(why)} | ${unserved.length} | ${raised}${missing > 0 ? `, ${missing} left` : ''} | ${invite ?? '–'} | ${Math.round(process.memoryUsage().rss / 1e6)} |`,
    )
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  await writeBetween(
    'matching-shortage',
    [
      `${measuredOn()}; the machine’s load was ${load.toFixed(1)}. Seconds of the processor, and in brackets by the clock.`,
      '',
      '| papers × reviewers, too little time | largest total | the explanation | papers not served | raises that serve all | reviewers to invite | memory (RSS), MB |',
      '|---|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  )
}

/** Through the portal: texts learnt, all pairs scored, matched, explained and kept. */
async function whole(): Promise<void> {
  const before = loadavg()[0] ?? 0
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const found = await throughPortal(say)
  if (found === undefined)
    return say('No PostgreSQL answers (set TEST_DATABASE_URL): not measured through the portal.')
  await writeBetween(
    'matching-portal',
    [
      `${measuredOn()}; the machine’s load was ${before.toFixed(1)} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
      '',
      '| papers × reviewers, three reviews each | seconds by the clock | highest memory (RSS), MB | 95 of 100 answers meanwhile within, ms | seats filled |',
      '|---|---|---|---|---|',
      ...found.lines,
      '',
      `A proposal that was cancelled while it was being made had ended within ${found.cancelled.toFixed(1)} s.`,
    ].join('\n'),
  )
}

/** Applying a proposal and taking it back. */
async function batch(): Promise<void> {
  const before = loadavg()[0] ?? 0
  const lines = await applyAndUndo()
  if (lines === undefined) return
  process.stdout.write(`${lines.join('\n')}\n`)
  await writeBetween(
    'matching-apply',
    [
      `${measuredOn()}; the machine’s load was ${before.toFixed(1)} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
      '',
      '| a batch of 5,000 papers × three | pairs | seconds by the clock | another call meanwhile: 95 of 100, ms | longest, ms | bare insert, seconds | ratio to it |',
      '|---|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  )
}

function measuredOn(): string {
  return `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores and Node ${process.versions.node}`
}

function timed<Result>(work: () => Result) {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, clock: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 }
}

function shown({ clock, cpu }: { clock: number; cpu: number }): string {
  return `**${cpu.toFixed(2)}** (${clock.toFixed(2)})`
}
