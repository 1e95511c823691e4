import { type Candidates, candidatesOf, type Stretches } from './candidates.ts'
import { type Problem, SCORE_MAX, type Solution } from './problem.ts'
import { solve } from './solve.ts'

/**
 * The same question again and again with other floors: every paper is to have at least `count` reviewers who score its
 * floor or more, as far as it has so many seats. Candidates are sorted once: floors only part each paper's into those
 * before and behind. A gate of the problem's own leaves no other; `count` is then the most seats of a paper.
 */
export class Floors {
  readonly #problem: Problem
  readonly #all: Candidates
  readonly #most: number
  /** Everybody's score and cost where scores do not count. */
  readonly #even: Pick<Problem, 'scores'> & Pick<Candidates, 'cost'>

  constructor(problem: Problem) {
    this.#problem = problem
    this.#all = candidatesOf(problem)
    this.#most = problem.seats.reduce((top, one) => Math.max(top, one), 0)
    this.#even = {
      scores: new Int32Array(problem.scores.length).fill(SCORE_MAX),
      cost: new Int32Array(this.#all.cost.length),
    }
  }

  /** The largest total. */
  best(): Solution {
    return solve(this.#problem, undefined, this.#all)
  }

  /** The largest total above the floors; a floor that cannot be held is an open seat, or a gate exceeded. */
  bestAbove(floors: Int32Array, count: number): Solution {
    const { gate, candidates } = this.#above(floors, count)
    return solve({ ...this.#problem, gate }, undefined, candidates)
  }

  /** How floors can be held, without regard to scores and minimum loads, which is answered many times faster. */
  heldBy(floors: Int32Array, count: number): Solution {
    const { gate, candidates } = this.#above(floors, count)
    const { scores, cost } = this.#even
    const least = new Int32Array(this.#problem.reviewers)
    return solve({ ...this.#problem, scores, least, gate }, undefined, { ...candidates, cost })
  }

  /**
   * What each paper can have at most of its reviewer number `count`, whoever else wants them; where `keepsGate`, with no
   * more through its gate than may pass, as far as there is somebody who needs none.
   */
  caps(count: number, keepsGate: boolean): Int32Array {
    const { seats, papers, gate } = this.#problem
    return Int32Array.from({ length: papers }, (_, paper) => {
      const wanted = Math.min(count, seats[paper] ?? 0)
      if (wanted === 0) return 0
      const [free, gated] = [this.#all.free, this.#all.gated].map((of) => this.#cheapest(of, paper, wanted))
      const asked = keepsGate ? Math.max(0, wanted - (gate?.most[paper] ?? wanted)) : 0
      const dearest = free?.[asked - 1] ?? 0
      const rest = [...(free?.slice(asked) ?? []), ...(gated ?? [])].sort((a, b) => a - b)
      const left = wanted - Math.min(asked, free?.length ?? 0)
      if (left > rest.length) return 0
      return SCORE_MAX - Math.max(dearest, left === 0 ? 0 : (rest[left - 1] ?? 0))
    })
  }

  #cheapest({ from, to }: Stretches, paper: number, count: number): number[] {
    const begin = from[paper] ?? 0
    return [...this.#all.cost.subarray(begin, Math.min(to[paper] ?? 0, begin + count))]
  }

  #above(floors: Int32Array, count: number): Pick<Problem, 'gate'> & { candidates: Candidates } {
    const { free, gated } = this.#all
    const { seats, scores, gate } = this.#problem
    const goodFree = { from: free.from, to: this.#endsAbove(free, floors) }
    if (count === this.#most) {
      const goodGated = { from: gated.from, to: this.#endsAbove(gated, floors) }
      return { gate, candidates: { ...this.#all, free: goodFree, gated: goodGated } }
    }
    return {
      gate: { most: seats.map((own) => Math.max(0, own - count)), of: { below: floors, by: scores } },
      candidates: { ...this.#all, free: goodFree, gated: { from: goodFree.to, to: free.to } },
    }
  }

  /** Where in each paper's stretch those end who score its floor or more. */
  #endsAbove({ from, to }: Stretches, floors: Int32Array): Int32Array {
    const { cost } = this.#all
    return to.map((end, paper) => {
      const most = SCORE_MAX - (floors[paper] ?? 0)
      let [low, high] = [from[paper] ?? 0, end]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        if ((cost[middle] ?? 0) <= most) low = middle + 1
        else high = middle
      }
      return low
    })
  }
}
