import { figuresOf } from '#server/matching/figures.ts'
import { type Assignment, FORBIDDEN, type Problem, SCORE_MAX } from '#server/matching/problem.ts'
import { solve } from '#server/matching/solve.ts'
import { solveFairly } from '#server/matching/solve-fairly.ts'
import { EXPERT, isDoubted } from '#shared/assigning/expert.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import type { Progress } from '#shared/core/progress.ts'
import { keptScores } from './kept-scores.ts'
import { ALLOWED, CANNOT, MUST_NOT, problemFrom } from './proposal-problem.ts'
import { scorerOf } from './proposal-scores.ts'
import { odditiesByPlace, oddOthers, unproposedOddities } from './weigh-oddities.ts'
import type { Weighing } from './weighing.ts'
import { whatIsLacking } from './what-is-lacking.ts'

/** More pairs than this are not kept for the matrix. */
const SCORES_KEPT = 12_000_000
/** Up to so many pairs the fair proposal's figures are found too when the largest total is asked for: a second or two. */
const BOTH_UP_TO = 100_000
/** So long the fair one looks for better; then the best found so far is taken: the largest conferences wait a minute in all. */
const FAIR_MS = 15_000
/** What the steps take of the whole, for the progress: learning, scoring, matching, the other objective. */
const SHARE = { learnt: 10, scored: 50, matched: 90, all: 100 }

/** The answer to a {@link Weighing}: pairs by their places, the figures, what is in the way, what is odd. */
export type Weighed = ReturnType<typeof weigh>

/** Scores every pair, finds the assignment and says why. Takes a while: it is done in a thread of its own. */
export function weigh(weighing: Weighing, progress: Progress) {
  const { papers, reviewers, locked, wish } = weighing
  const scorer = scorerOf(weighing)
  progress(SHARE.learnt, SHARE.all)
  const { scores, kept, had, barred, experts } = scoresOf(
    weighing,
    scorer,
    within(progress, SHARE.learnt, SHARE.scored),
  )
  const problem = problemFrom(weighing, scores, had)
  const solution = solvers[wish.objective](problem, within(progress, SHARE.scored, SHARE.matched))
  const odditiesOf = odditiesByPlace(weighing, scorer)
  const isOdd = (paper: number, reviewer: number) => isDoubted(odditiesOf(paper, reviewer))
  const hadExpert = new Set(experts.flatMap(({ paper, reviewer }) => (isOdd(paper, reviewer) ? [] : [paper])))
  const other = otherFigures(
    weighing,
    { problem, scores, had, hadExpert, isOdd, plain: solution.plain },
    within(progress, SHARE.matched, SHARE.all),
  )
  const reviewersOf = withLocked(weighing, solution)
  const pairs = reviewersOf.flatMap((own, paper) =>
    own.map((reviewer) => {
      const [given, by] = [papers[paper], reviewers[reviewer]]
      return {
        paper,
        reviewer,
        score: Math.max(0, scores[paper * reviewers.length + reviewer] ?? 0) / SCORE_MAX,
        reason: given === undefined || by === undefined ? '' : scorer.reasonOf(given, by),
        oddities: odditiesOf(paper, reviewer),
        isLocked: locked.get(paper)?.includes(reviewer) === true,
      }
    }),
  )
  return {
    pairs,
    ...unproposedOddities(weighing, reviewersOf, scorer.leftOutFor, odditiesOf),
    oddOthers: oddOthers(weighing, scores, reviewersOf, odditiesOf),
    figures: inFigures(weighing, { problem, scores, solution, had, hadExpert, isOdd }),
    cutShort: solution.cutShort || other?.cutShort === true,
    other: other && { objective: other.objective, figures: other.figures },
    ...whatIsLacking({ weighing, problem, solution, barred, scoresOf: scorer.scoresOf }),
    scores: kept,
    had: Array.from(had, (sum) => sum / SCORE_MAX),
    hadExpert,
  }
}

/** A solution, whether the search for it ended by its time, and that of the largest total where it was found by the way. */
type Searched = Assignment & { cutShort: boolean; plain: Assignment | null }

const solvers: Record<Wish['objective'], (problem: Problem, progress: Progress) => Searched> = {
  total: (problem, progress) => ({ ...solve(problem, progress), cutShort: false, plain: null }),
  fair: (problem, progress) => {
    const until = performance.now() + FAIR_MS
    let cutShort = false
    const isTimeUp = () => {
      cutShort = performance.now() > until
      return cutShort
    }
    return { ...solveFairly(problem, progress, isTimeUp), cutShort }
  },
}

/** The progress of a step within the whole's. */
function within(progress: Progress, from: number, to: number): Progress {
  return (done, of) => progress(Math.floor(from + (to - from) * (done / Math.max(1, of))), SHARE.all)
}

/**
 * Every pair's score as the matching wants it, and as it is kept to be looked at: there also of pairs not wanted. With what
 * those would score, by their pair, and whose score on a paper already is an expert's.
 */
function scoresOf(
  { papers, reviewers, pairs, locked, assigned }: Weighing,
  { scoresOf: ofPaper }: ReturnType<typeof scorerOf>,
  progress: Progress,
) {
  const scores = new Int32Array(pairs.length)
  const had = new Int32Array(papers.length)
  const barred = new Map<number, number>()
  const experts: { paper: number; reviewer: number }[] = []
  const kept = pairs.length > SCORES_KEPT ? null : keptScores(pairs.length)
  for (const [place, paper] of papers.entries()) {
    const own = ofPaper(paper)
    for (const at of reviewers.keys()) {
      const pair = place * reviewers.length + at
      const score = Math.round((own[at] ?? 0) * SCORE_MAX)
      // What is locked counts as it is, also where it would not be proposed.
      const counts = pairs[pair] === ALLOWED || locked.get(place)?.includes(at) === true
      scores[pair] = counts ? score : FORBIDDEN
      if (pairs[pair] === MUST_NOT) barred.set(pair, score)
      if (assigned.get(place)?.includes(at) === true) {
        had[place] = (had[place] ?? 0) + score
        if (score >= EXPERT * SCORE_MAX) experts.push({ paper: place, reviewer: at })
      }
      kept?.keep(pair, pairs[pair] === CANNOT ? null : score)
    }
    progress(place, papers.length)
  }
  return { scores, kept: kept?.bytes ?? null, had, barred, experts }
}

function withLocked({ locked }: Weighing, { reviewersOf }: Assignment): number[][] {
  return reviewersOf.map((own, paper) => [...(locked.get(paper) ?? []), ...own])
}

interface Found {
  had: Int32Array
  /** Papers with an expert on them already. */
  hadExpert: ReadonlySet<number>
  problem: Problem
  scores: Int32Array
  solution: Assignment
  /** The text behind the pair's score is doubted. */
  isOdd: (paper: number, reviewer: number) => boolean
}

/** The figures of all that is proposed, locked pairs too. */
function inFigures(weighing: Weighing, { problem, scores, solution, had, hadExpert, isOdd }: Found) {
  const { papers } = weighing
  const sum = (counts: Int32Array) => counts.reduce((all, one) => all + one, 0)
  const seats = Int32Array.from(papers, ({ lacks }) => lacks)
  const whole = { ...problem, seats, scores, had }
  const figures = figuresOf(whole, withLocked(weighing, solution), EXPERT * SCORE_MAX, {
    isDoubted: isOdd,
    hadExpert,
  })
  return {
    papers: papers.length,
    seats: sum(seats),
    // More pairs than seats may be locked on a paper: that fills no other's.
    open: sum(solution.open),
    total: figures.total / SCORE_MAX,
    mean: figures.pairs === 0 ? 0 : figures.total / figures.pairs / SCORE_MAX,
    worst: figures.worst / SCORE_MAX,
    leastLoad: figures.leastLoad,
    mostLoad: figures.mostLoad,
    withExpert: figures.withExpert,
  }
}

/** What the other objective would come to, so that the choice can be judged; null where that would take too long. */
function otherFigures(
  weighing: Weighing,
  { plain, ...found }: Omit<Found, 'solution'> & Pick<Searched, 'plain'>,
  progress: Progress,
) {
  if (plain !== null) {
    const figures = inFigures(weighing, { ...found, solution: plain })
    return { objective: 'total' as const, cutShort: false, figures }
  }
  const { problem } = found
  if (problem.scores.length > BOTH_UP_TO) return null
  const solution = solvers.fair(problem, progress)
  const figures = inFigures(weighing, { ...found, solution })
  return { objective: 'fair' as const, cutShort: solution.cutShort, figures }
}
