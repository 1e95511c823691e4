import type { Progress } from '#shared/core/progress.ts'
import { sumsOf } from './figures.ts'
import { Floors } from './floors.ts'
import { FORBIDDEN, type Problem, type Solution } from './problem.ts'

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
 * When `isTimeUp`, the best found so far is given. Gives that of the largest total too (`plain`).
 */
export function solveFairly(
  problem: Problem,
  progress: Progress = () => undefined,
  isTimeUp: () => boolean = () => false,
): Solution & { plain: Solution } {
  const levels = new Floors(problem)
  const plain = levels.best()
  const faults = faultsOf(plain)
  let best = plain
  let worth = worthOf(problem, best)
  const climbs = climbsOf(problem, levels, plain)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, climb] of climbs.entries()) {
      progress(1 + round * climbs.length + place, 1 + climbs.length * ROUNDS)
      if (climb.active.length === 0) continue
      const { count, floors, caps, active, low: was } = climb
      const at = (level: number) => raisedTo(floors, caps, active, level)
      const probe = (level: number) => levels.heldBy(at(level), count)
      let low = was
      let high = active.reduce((top, paper) => Math.max(top, caps[paper] ?? 0), 0)
      if (isTimeUp()) return { ...best, plain }
      // A partner of what stays rises no further either: one try says so.
      if (round > 0 && faultsOf(probe(Math.min(high, low + 1 + COARSE))) > faults) high = low
      while (high - low > (round === 0 ? 0 : COARSE)) {
        if (isTimeUp()) return { ...best, plain }
        const middle = Math.ceil((low + high) / 2)
        if (faultsOf(probe(middle)) <= faults) low = middle
        else high = middle - 1
      }
      climb.low = low
      if (round === 0 || low > was) {
        floors.set(at(low))
        const found = levels.bestAbove(floors, count)
        const its = worthOf(problem, found)
        if (faultsOf(found) <= faults && isBetter(its, worth)) [best, worth] = [found, its]
      }
      const next = low + 1 + (round === 0 ? 0 : COARSE)
      const above = probe(next)
      const rising = active.filter((paper) => (caps[paper] ?? 0) > low)
      const isShort = (paper: number) => (above.open[paper] ?? 0) > 0 || (above.faults[paper] ?? 0) > 0
      const tied = rising.some(isShort) ? null : tiedTo(problem, above, at(next), isShort)
      const left = rising.filter((paper) => !isShort(paper) && tied?.has(paper) !== true)
      climb.active = left.length === active.length ? [] : left
    }
  }
  progress(1, 1)
  return { ...best, plain }
}

/** How far the papers' reviewers number 1 to `count` were raised, and which papers may rise further. */
interface Climb {
  count: number
  caps: Int32Array
  floors: Int32Array
  active: number[]
  low: number
}

/** The first level of each is found before the second of any: it brings most, also where the time ends early. */
function climbsOf({ papers, seats, gate }: Problem, levels: Floors, plain: Solution): Climb[] {
  const most = seats.reduce((top, one) => Math.max(top, one), 0)
  const keepsGate = plain.faults.every((count) => count === 0)
  return (
    Array.from({ length: most }, (_, n) => n + 1)
      // A gate that is taken already leaves only the floor for all of a paper's reviewers.
      .filter((count) => gate === null || count === most)
      .map((count) => ({
        count,
        caps: levels.caps(count, keepsGate),
        floors: new Int32Array(papers),
        active: Array.from(seats.keys()).filter((paper) => (seats[paper] ?? 0) > 0),
        low: 0,
      }))
  )
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
