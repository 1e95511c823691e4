import type { Progress } from '#shared/core/progress.ts'
import { sumsOf } from './figures.ts'
import { FORBIDDEN, type Problem, type Solution } from './problem.ts'
import { solve } from './solve.ts'

/** So often the papers that can rise no further are left where they are, and the others raised on. */
const ROUNDS = 5
/** After the first round levels are found to two thousandths of a score. */
const COARSE = 2000

/**
 * An assignment that raises the worst-off papers, one level after the other. To find the best worst sum of several
 * reviewers is NP-hard; as in "PeerReview4All" (Stelmakh, Shah and Singh, 2018) each paper's best 1, 2 … reviewers are
 * raised: to the highest level that all papers can have, where who has nobody so good gets the best they can have; then
 * those that can rise no further stay, and the rest rise on, for a few rounds. Of these assignments and that of the
 * largest total the one is taken whose worst-off paper has most, then whose second-worst, and so on.
 * So no worst-off paper ever has less than with the largest total. With one reviewer a paper the worst level is exact.
 * When `isTimeUp`, the best found so far is given.
 */
export function solveFairly(
  problem: Problem,
  progress: Progress = () => undefined,
  isTimeUp: () => boolean = () => false,
): Solution {
  const most = problem.seats.reduce((all, one) => Math.max(all, one), 0)
  // A gate that is taken already leaves only the floor for all of a paper's reviewers.
  const counts = Array.from({ length: most }, (_, n) => n + 1).filter(
    (n) => problem.gate === null || n === most,
  )
  let best = solve(problem)
  const faults = faultsOf(best)
  let worth = worthOf(problem, best)
  for (const [place, count] of counts.entries()) {
    const caps = capsOf(problem, count)
    const floors = new Int32Array(problem.papers)
    let active = [...floors.keys()].filter((paper) => (problem.seats[paper] ?? 0) > 0)
    let low = 0
    for (let round = 0; round < ROUNDS && active.length > 0; round += 1) {
      progress(1 + place * ROUNDS + round, 1 + counts.length * ROUNDS)
      if (isTimeUp()) return best
      const at = (level: number) => raisedTo(floors, caps, active, level)
      const probe = (level: number) => solve(flat(withFloors(problem, at(level), count), at(level)))
      let high = active.reduce((top, paper) => Math.max(top, caps[paper] ?? 0), 0)
      const was = low
      // A partner of what stays rises no further either: one try says so.
      if (round > 0 && faultsOf(probe(Math.min(high, low + 1 + COARSE))) > faults) high = low
      while (high - low > (round === 0 ? 0 : COARSE)) {
        if (isTimeUp()) return best
        const middle = Math.ceil((low + high) / 2)
        if (faultsOf(probe(middle)) <= faults) low = middle
        else high = middle - 1
      }
      if (round === 0 || low > was) {
        floors.set(at(low))
        const found = solve(withFloors(problem, floors, count))
        const its = worthOf(problem, found)
        if (faultsOf(found) <= faults && isBetter(its, worth)) [best, worth] = [found, its]
      }
      const next = low + 1 + (round === 0 ? 0 : COARSE)
      const above = probe(next)
      const rising = active.filter((paper) => (caps[paper] ?? 0) > low)
      const isShort = (paper: number) => (above.open[paper] ?? 0) > 0 || (above.faults[paper] ?? 0) > 0
      const tied = rising.some(isShort) ? null : tiedTo(problem, above, at(next), isShort)
      const left = rising.filter((paper) => !isShort(paper) && tied?.has(paper) !== true)
      if (left.length === active.length) break
      active = left
    }
  }
  progress(1, 1)
  return best
}

/**
 * The papers that compete with those that come short, directly or through others: who is good enough for one of them is
 * on another, for which they are good enough too.
 */
function tiedTo(
  { papers, reviewers, scores }: Problem,
  { reviewersOf }: Solution,
  floors: Int32Array,
  isShort: (paper: number) => boolean,
): Set<number> {
  const suits = (paper: number, reviewer: number) => {
    const score = scores[paper * reviewers + reviewer] ?? FORBIDDEN
    return score !== FORBIDDEN && score >= (floors[paper] ?? 0)
  }
  const papersOf: number[][] = Array.from({ length: reviewers }, () => [])
  for (const [paper, own] of reviewersOf.entries()) {
    for (const one of own) if (suits(paper, one)) papersOf[one]?.push(paper)
  }
  const found = new Set(Array.from({ length: papers }, (_, paper) => paper).filter(isShort))
  const isMet = new Uint8Array(reviewers)
  for (const paper of found) {
    for (let one = 0; one < reviewers; one += 1) {
      if (isMet[one] === 1 || !suits(paper, one) || reviewersOf[paper]?.includes(one) === true) continue
      isMet[one] = 1
      for (const other of papersOf[one] ?? []) found.add(other)
    }
  }
  return found
}

/** What each paper can have at most of its reviewer number `count`, whoever else wants them. */
function capsOf({ papers, reviewers, scores, seats }: Problem, count: number): Int32Array {
  return Int32Array.from({ length: papers }, (_, paper) => {
    const own = scores.slice(paper * reviewers, (paper + 1) * reviewers).sort()
    const nth = Math.min(count, seats[paper] ?? 0)
    return nth === 0 ? 0 : Math.max(0, own[reviewers - nth] ?? 0)
  })
}

function raisedTo(
  floors: Int32Array,
  caps: Int32Array,
  active: readonly number[],
  level: number,
): Int32Array {
  const raised = floors.slice()
  for (const paper of active) raised[paper] = Math.min(level, caps[paper] ?? 0)
  return raised
}

/** The papers' sums from the worst-off on. */
function worthOf(problem: Problem, { reviewersOf }: Solution): Float64Array {
  return Float64Array.from(sumsOf(problem, reviewersOf)).sort()
}

function isBetter(one: Float64Array, other: Float64Array): boolean {
  const at = one.findIndex((sum, place) => sum !== other[place])
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0)
}

/** Open seats weigh more than anything, then exceeded gates. */
function faultsOf({ open, faults }: Solution): number {
  const sum = (values: Int32Array) => values.reduce((all, one) => all + one, 0)
  return sum(open) * 1e9 + sum(faults)
}

/** Every paper gets at least `count` reviewers that score its floor or more, as far as it has so many seats. */
function withFloors(problem: Problem, floors: Int32Array, count: number): Problem {
  const most = problem.seats.reduce((all, one) => Math.max(all, one), 0)
  if (count === most) {
    const isBelow = (score: number, at: number) => score < (floors[Math.floor(at / problem.reviewers)] ?? 0)
    return { ...problem, scores: problem.scores.map((score, at) => (isBelow(score, at) ? FORBIDDEN : score)) }
  }
  return {
    ...problem,
    gate: { most: problem.seats.map((seats) => Math.max(0, seats - count)), of: { below: floors } },
  }
}

/** The same question without regard to scores, which is answered much faster. */
function flat(problem: Problem, floors: Int32Array): Problem {
  const { gate, reviewers } = problem
  if (gate !== null && 'below' in gate.of) {
    const scores = problem.scores.map((one, at) =>
      one === FORBIDDEN ? FORBIDDEN : one < (floors[Math.floor(at / reviewers)] ?? 0) ? 0 : 1,
    )
    return { ...problem, scores, gate: { ...gate, of: { below: new Int32Array(problem.papers).fill(1) } } }
  }
  return { ...problem, scores: problem.scores.map((one) => (one === FORBIDDEN ? FORBIDDEN : 0)) }
}
