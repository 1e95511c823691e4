import { type Assignment, FORBIDDEN, type Problem, passesGate } from './problem.ts'
import { fewerSeats, newcomersFor, pairsToLift, raisesFor } from './remedies.ts'

/** Why a pair is forbidden: there already, a conflict, an organiser's wish, or given back by the reviewer. */
export type Bar = 'there' | 'conflict' | 'must_not' | 'gave_back'
/** What keeps a reviewer from a paper: a bar, or that they have no time left. */
export type Obstacle = Exclude<Bar, 'there'> | 'no_time'

/** Who is there for a paper, and how many are kept from it by what; together all reviewers asked about. */
interface Standing {
  /** On it already, or proposed for it. */
  there: number
  conflict: number
  mustNot: number
  gaveBack: number
  noTime: number
}

/** The constraint that binds: the first of these that leaves too few reviewers. */
type Cause = 'reviewers' | 'conflicts' | 'given_back' | 'must_not' | 'loads'

/** Why not every seat can be filled, and for each kind of change the least that would help; places as in the problem. */
export interface Shortage {
  papers: {
    paper: number
    open: number
    /** Reviewers that nothing but their load keeps from it. */
    eligible: number
    why: Cause
    standing: Standing
    /**
     * The cut: these papers (this one among them) have so many seats, of which those who may review them can fill only
     * so many, though each of them takes all they can. Null where loads are not what binds.
     */
    bottleneck: { papers: number; seats: number; fillable: number } | null
  }[]
  /** Seats to be filled, and what all reviewers together have time for. */
  seats: number
  room: number
  /** Raising these reviewers' limits by so much fills every seat that limits keep open; no fewer papers beyond them do. */
  raise: { reviewer: number; by: number }[]
  /** Seats that stay open even then. */
  missing: number
  /** Lifting these wishes, the best among as few, fills every seat that they keep open; no fewer do. And what stays open even then. */
  lift: { pairs: { paper: number; reviewer: number }[]; missing: number }
  /** So many more reviewers without conflicts fill all; null where even they may take nothing. */
  invite: number | null
  /** All is filled with so many reviews fewer for each paper; null where none would be left. */
  fewer: number | null
}

/** What is known beside the problem: why pairs are forbidden, and what changes could be made. */
export interface Circumstances {
  /** Asked of forbidden pairs alone. */
  barOf: (paper: number, reviewer: number) => Bar
  /** What a pair that must not be would score. */
  wouldScore: (paper: number, reviewer: number) => number
  /** The most papers that somebody new would take; null: any number. */
  newcomersMost: number | null
  /** By how many reviews a paper everything may be lowered. */
  lowerBy: number
}

/** Explains the open seats of a solution; null when there are none. */
export function shortageOf(problem: Problem, solution: Assignment, known: Circumstances): Shortage | null {
  const open = sumOf(solution.open)
  if (open === 0) return null
  const raised = raisesFor({ ...problem, stretch: 'seats' })
  const cuts = cutsOf(problem, solution)
  return {
    papers: [...solution.open].flatMap((left, paper) => {
      if (left === 0) return []
      const standing = standingOf(problem, solution, paper, known)
      const why = causeOf(problem.seats[paper] ?? 0, problem.reviewers, standing, solution, paper)
      const eligible = eligibleFor(problem, paper)
      return [
        { paper, open: left, eligible, why, standing, bottleneck: why === 'loads' ? cuts(paper) : null },
      ]
    }),
    seats: sumOf(problem.seats),
    room: sumOf(problem.most),
    raise: raised.raise,
    missing: raised.open,
    lift: pairsToLift(
      problem,
      open,
      (paper, reviewer) => known.barOf(paper, reviewer) === 'must_not',
      known.wouldScore,
    ),
    invite: newcomersFor(problem, open, known.newcomersMost, 'anybody'),
    fewer: fewerSeats(problem, known.lowerBy),
  }
}

/** Why some papers get nobody who needs no gate, and the least that would help. */
export interface GateShortage {
  papers: { paper: number; why: 'nobody' | 'loads'; standing: Standing }[]
  /** Raising these limits fills every seat and keeps every gate that limits keep from it; no fewer raises do. */
  raise: { reviewer: number; by: number }[]
  /** Papers of which the gate is exceeded even then. */
  missing: number
  /** So many more reviewers who need no gate, and have no conflicts, fill all and keep all gates. */
  invite: number | null
}

/** Explains the exceeded gates of a solution; null when there are none. */
export function gateShortageOf(
  problem: Problem,
  solution: Assignment,
  known: Circumstances,
): GateShortage | null {
  const faults = sumOf(solution.faults)
  if (faults === 0) return null
  const { raise, faults: left } = raisesFor({ ...problem, stretch: 'gates' })
  return {
    papers: [...solution.faults].flatMap((count, paper) => {
      if (count === 0) return []
      const needsNoGate = (reviewer: number) => !passesGate(problem, paper, reviewer)
      const standing = standingOf(problem, solution, paper, known, needsNoGate)
      return [{ paper, why: standing.noTime > 0 ? ('loads' as const) : ('nobody' as const), standing }]
    }),
    raise,
    missing: left,
    invite: newcomersFor(problem, sumOf(solution.open) + faults, known.newcomersMost, 'experienced'),
  }
}

/** What keeps a reviewer from a paper with an open seat; null when they are on it. */
export function obstacleTo(
  { scores, reviewers }: Problem,
  { reviewersOf }: Assignment,
  { barOf }: Circumstances,
  paper: number,
  reviewer: number,
): Obstacle | null {
  if (reviewersOf[paper]?.includes(reviewer) === true) return null
  // Who may review it and has time would be on it.
  if (scores[paper * reviewers + reviewer] !== FORBIDDEN) return 'no_time'
  const bar = barOf(paper, reviewer)
  return bar === 'there' ? null : bar
}

const countOf = {
  conflict: 'conflict',
  must_not: 'mustNot',
  gave_back: 'gaveBack',
  no_time: 'noTime',
} as const

function standingOf(
  problem: Problem,
  solution: Assignment,
  paper: number,
  known: Circumstances,
  isAsked: (reviewer: number) => boolean = () => true,
): Standing {
  const standing = { there: 0, conflict: 0, mustNot: 0, gaveBack: 0, noTime: 0 }
  for (let reviewer = 0; reviewer < problem.reviewers; reviewer += 1) {
    if (!isAsked(reviewer)) continue
    const obstacle = obstacleTo(problem, solution, known, paper, reviewer)
    standing[obstacle === null ? 'there' : countOf[obstacle]] += 1
  }
  return standing
}

/** Seats that cannot be filled whatever the loads are for want of people, then of people allowed; else loads bind. */
function causeOf(
  seats: number,
  reviewers: number,
  { there, mustNot, gaveBack, noTime }: Standing,
  { reviewersOf }: Assignment,
  paper: number,
): Cause {
  const proposed = reviewersOf[paper]?.length ?? 0
  const assigned = there - proposed
  if (reviewers - assigned < seats) return 'reviewers'
  const free = proposed + noTime
  if (free + mustNot + gaveBack < seats) return 'conflicts'
  if (free + mustNot < seats) return 'given_back'
  return free < seats ? 'must_not' : 'loads'
}

function eligibleFor({ scores, reviewers }: Problem, paper: number): number {
  const row = scores.subarray(paper * reviewers, (paper + 1) * reviewers)
  return row.reduce((count, score) => (score === FORBIDDEN ? count : count + 1), 0)
}

/**
 * The minimum cut behind an open seat: from its paper to all who may review it, from each of them to all papers they
 * have, and so on. Everybody met is at their limit, or the seat could be filled. A set found for one paper stands for
 * all open papers in it.
 */
function cutsOf({ papers, reviewers, scores, seats }: Problem, { reviewersOf, open }: Assignment) {
  const papersOf: number[][] = Array.from({ length: reviewers }, () => [])
  for (const [paper, own] of reviewersOf.entries()) for (const one of own) papersOf[one]?.push(paper)
  const known = new Map<number, NonNullable<Shortage['papers'][number]['bottleneck']>>()
  return (start: number) => {
    const found = known.get(start)
    if (found !== undefined) return found
    const [isIn, isMet] = [new Uint8Array(papers), new Uint8Array(reviewers)]
    const set = [start]
    isIn[start] = 1
    for (const paper of set) {
      for (let one = 0; one < reviewers; one += 1) {
        if (isMet[one] === 1 || scores[paper * reviewers + one] === FORBIDDEN) continue
        if (reviewersOf[paper]?.includes(one) === true) continue
        isMet[one] = 1
        for (const next of papersOf[one] ?? []) {
          if (isIn[next] === 1) continue
          isIn[next] = 1
          set.push(next)
        }
      }
    }
    const all = set.reduce((sum, paper) => sum + (seats[paper] ?? 0), 0)
    const left = set.reduce((sum, paper) => sum + (open[paper] ?? 0), 0)
    const cut = { papers: set.length, seats: all, fillable: all - left }
    for (const paper of set) known.set(paper, cut)
    return cut
  }
}

function sumOf(values: Int32Array): number {
  return values.reduce((sum, one) => sum + one, 0)
}
