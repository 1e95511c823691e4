import type { Progress } from '#shared/core/progress.ts'
import { sumsOf } from './figures.ts'
import { FORBIDDEN, type Problem, passesGate, SCORE_MAX } from './problem.ts'

const NONE = -1

/**
 * An assignment improved for its worst-off papers: one after the other, the worst first, gets a better reviewer, or one for
 * an open seat, who is replaced where they were, and so on, until somebody has room, takes the place of who was given up, or
 * a paper can spare a seat. No paper on the way ends as low as the one that is raised was, so that each change makes the
 * papers' sums, from the worst on, larger (leximin). No more seats are open afterwards, no gate is exceeded further, no
 * minimum load missed by more.
 */
export function lifted(
  problem: Problem,
  reviewersOf: readonly (readonly number[])[],
  progress: Progress,
  isTimeUp: () => boolean,
): number[][] {
  return new Lift(problem, reviewersOf).run(progress, isTimeUp)
}

class Lift {
  readonly #problem: Problem
  readonly #reviewersOf: number[][]
  readonly #papersOf: number[][]
  readonly #sums: number[]
  /** Each paper's candidates, the best first; made when they are asked for. */
  readonly #ranked: (Int32Array | undefined)[]
  /** Of each reviewer that can be reached: which paper would take them, and whom it would lose. */
  readonly #takenBy: Int32Array
  readonly #lost: Int32Array

  constructor(problem: Problem, reviewersOf: readonly (readonly number[])[]) {
    this.#problem = problem
    this.#reviewersOf = reviewersOf.map((own) => [...own])
    this.#papersOf = Array.from({ length: problem.reviewers }, () => [])
    for (const [paper, own] of reviewersOf.entries()) for (const one of own) this.#papersOf[one]?.push(paper)
    this.#sums = sumsOf(problem, reviewersOf)
    this.#ranked = Array.from({ length: problem.papers })
    this.#takenBy = new Int32Array(problem.reviewers)
    this.#lost = new Int32Array(problem.reviewers)
  }

  /** In passes, until one changes nothing: who could not rise may, once others were moved. Most is done in the first. */
  run(progress: Progress, isTimeUp: () => boolean): number[][] {
    const { papers } = this.#problem
    for (let pass = 0, hasChanged = true; hasChanged; pass += 1) {
      hasChanged = false
      const left = new Set(this.#sums.keys())
      for (let paper = this.#lowest(left); paper !== NONE; paper = this.#lowest(left)) {
        if (isTimeUp()) return this.#sorted()
        if (this.#raise(paper)) hasChanged = true
        else left.delete(paper)
        if (pass === 0) progress(papers - left.size, papers)
      }
    }
    return this.#sorted()
  }

  #sorted(): number[][] {
    return this.#reviewersOf.map((own) => own.toSorted((a, b) => a - b))
  }

  #lowest(left: ReadonlySet<number>): number {
    let lowest = NONE
    for (const paper of left) {
      if ((this.#problem.seats[paper] ?? 0) === 0) continue
      if (lowest === NONE || (this.#sums[paper] ?? 0) < (this.#sums[lowest] ?? 0)) lowest = paper
    }
    return lowest
  }

  #raise(paper: number): boolean {
    const own = this.#reviewersOf[paper] ?? []
    if (own.length < (this.#problem.seats[paper] ?? 0) && this.#raiseFor(paper, NONE)) return true
    return own
      .toSorted((a, b) => this.#score(paper, a) - this.#score(paper, b))
      .some((given) => this.#raiseFor(paper, given))
  }

  /** Raises a paper by somebody in the place of the one it gives up, or by one more for an open seat. */
  #raiseFor(paper: number, given: number): boolean {
    this.#takenBy.fill(NONE)
    const floor = this.#sums[paper] ?? 0
    const queue: number[] = []
    if (this.#reach(paper, given, floor, given, queue)) return true
    for (const reviewer of queue) {
      for (const other of this.#papersOf[reviewer] ?? []) {
        if (other === paper || this.#isOnTheWay(other, reviewer)) continue
        const isSpared = given === NONE && (this.#sums[other] ?? 0) - this.#score(other, reviewer) > floor
        if (isSpared) {
          this.#change(other, reviewer, NONE)
          return true
        }
        if (this.#reach(other, reviewer, floor, given, queue)) return true
      }
    }
    return false
  }

  /** Reaches all who may come to a paper in the place of one it loses; true where one ended the way, and was moved. */
  #reach(paper: number, lost: number, floor: number, given: number, queue: number[]): boolean {
    const without = (this.#sums[paper] ?? 0) - (lost === NONE ? 0 : this.#score(paper, lost))
    const own = this.#reviewersOf[paper] ?? []
    for (const reviewer of this.#rankedFor(paper)) {
      if (without + this.#score(paper, reviewer) <= floor) return false
      const isNew = this.#takenBy[reviewer] === NONE || reviewer === given
      if (!isNew || own.includes(reviewer) || !this.#keepsGate(paper, lost, reviewer)) continue
      if (reviewer === given || this.#hasRoom(reviewer, given)) {
        this.#change(paper, lost, reviewer)
        return true
      }
      this.#takenBy[reviewer] = paper
      this.#lost[reviewer] = lost
      queue.push(reviewer)
    }
    return false
  }

  /** Whether somebody may have one paper more, while who is given up has one less. */
  #hasRoom(reviewer: number, given: number): boolean {
    const { least, most } = this.#problem
    const loadOf = (one: number) => this.#papersOf[one]?.length ?? 0
    return loadOf(reviewer) < (most[reviewer] ?? 0) && (given === NONE || loadOf(given) > (least[given] ?? 0))
  }

  #keepsGate(paper: number, lost: number, reviewer: number): boolean {
    if (!passesGate(this.#problem, paper, reviewer)) return true
    if (lost !== NONE && passesGate(this.#problem, paper, lost)) return true
    const through = (this.#reviewersOf[paper] ?? []).filter((one) => passesGate(this.#problem, paper, one))
    return through.length < (this.#problem.gate?.most[paper] ?? 0)
  }

  /** Whether a paper takes somebody already on the way to a reviewer. */
  #isOnTheWay(paper: number, reviewer: number): boolean {
    for (let at = reviewer; at !== NONE; at = this.#lost[at] ?? NONE) {
      if (this.#takenBy[at] === paper) return true
      if (this.#isStart(at)) return false
    }
    return false
  }

  /** Whether the way begins with somebody: the paper that is raised loses nobody who was reached. */
  #isStart(reviewer: number): boolean {
    const lost = this.#lost[reviewer] ?? NONE
    return lost === NONE || this.#takenBy[lost] === NONE
  }

  /** Changes a paper's reviewer, and all that follows from it back to the paper that is raised. */
  #change(paper: number, lost: number, taken: number): void {
    let [at, out, into] = [paper, lost, taken]
    while (true) {
      if (out !== NONE) this.#move(at, out, 'out')
      if (into !== NONE) this.#move(at, into, 'in')
      if (out === NONE || this.#takenBy[out] === NONE) return
      into = out
      at = this.#takenBy[into] ?? NONE
      out = this.#lost[into] ?? NONE
    }
  }

  #move(paper: number, reviewer: number, way: 'in' | 'out'): void {
    const sign = way === 'in' ? 1 : -1
    this.#sums[paper] = (this.#sums[paper] ?? 0) + sign * this.#score(paper, reviewer)
    const [own, papers] = [this.#reviewersOf[paper] ?? [], this.#papersOf[reviewer] ?? []]
    if (way === 'in') {
      own.push(reviewer)
      papers.push(paper)
    } else {
      own.splice(own.indexOf(reviewer), 1)
      papers.splice(papers.indexOf(paper), 1)
    }
  }

  #rankedFor(paper: number): Int32Array {
    const known = this.#ranked[paper]
    if (known !== undefined) return known
    const { reviewers, most } = this.#problem
    const keys = new Float64Array(reviewers)
    let count = 0
    for (let one = 0; one < reviewers; one += 1) {
      const score = this.#score(paper, one)
      if (score === FORBIDDEN || (most[one] ?? 0) === 0) continue
      // One number sorts by score and place at once.
      keys[count] = (SCORE_MAX - score) * reviewers + one
      count += 1
    }
    const ranked = Int32Array.from(keys.subarray(0, count).sort(), (key) => key % reviewers)
    this.#ranked[paper] = ranked
    return ranked
  }

  #score(paper: number, reviewer: number): number {
    return this.#problem.scores[paper * this.#problem.reviewers + reviewer] ?? FORBIDDEN
  }
}
