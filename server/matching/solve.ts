import type { Progress } from '#shared/core/progress.ts'
import { type Candidates, candidatesOf, type Stretches } from './candidates.ts'
import { firstHeights } from './first-heights.ts'
import { Heap } from './heap.ts'
import {
  type Breaches,
  breachesOf,
  gateCost,
  loadCost,
  type Problem,
  passesGate,
  SCORE_MAX,
  type Solution,
} from './problem.ts'

const NONE = -1

/**
 * The assignment of the largest total score, by successive shortest paths (minimum-cost flow): each seat is filled the
 * cheapest way there is, moving others where that pays. Open seats, exceeded gates and missed minimum loads are kept as
 * few as can be, in this order. The prices prove it.
 */
export function solve(problem: Problem, progress: Progress = () => undefined): Solution {
  return new Solver(problem).run(progress)
}

/**
 * Nodes: a paper p; its gate, papers + p; a reviewer r, 2 · papers + r; the end is no node. `#height` is the potential
 * (minus the price to the end): along each arc that has room, cost + height here − height there is never negative.
 */
class Solver {
  readonly #problem: Problem
  readonly #breaches: Breaches
  readonly #candidates: Candidates
  readonly #height: Float64Array
  readonly #distance: Float64Array
  readonly #parent: Int32Array
  readonly #touched: number[] = []
  readonly #settled: number[] = []
  readonly #isSettled: Uint8Array
  readonly #papersOf: number[][]
  readonly #reviewersOf: number[][]
  readonly #through: Int32Array
  readonly #open: Int32Array
  readonly #heap = new Heap()
  readonly #firstReviewer: number
  /** The highest of the reviewers' heights: bounds what any arc to a reviewer can cost. */
  #highest = 0
  /** The cheapest way to the end found so far, and the node it leaves from. */
  #best = Number.POSITIVE_INFINITY
  #last = NONE

  constructor(problem: Problem) {
    const { papers, reviewers } = problem
    const candidates = candidatesOf(problem)
    this.#problem = problem
    this.#breaches = breachesOf(problem)
    this.#candidates = candidates
    this.#firstReviewer = 2 * papers
    const nodes = 2 * papers + reviewers
    this.#height = firstHeights(problem, this.#breaches, candidates)
    this.#distance = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY)
    this.#parent = new Int32Array(nodes).fill(NONE)
    this.#isSettled = new Uint8Array(nodes)
    this.#papersOf = Array.from({ length: reviewers }, () => [])
    this.#reviewersOf = Array.from({ length: papers }, () => [])
    this.#through = new Int32Array(papers)
    this.#open = new Int32Array(papers)
    this.#findHighest()
  }

  run(progress: Progress): Solution {
    const { seats, papers, gate } = this.#problem
    const all = seats.reduce((sum, count) => sum + count, 0)
    const rounds = seats.reduce((most, count) => Math.max(most, count), 0)
    let done = 0
    for (let round = 0; round < rounds; round += 1) {
      for (let paper = 0; paper < papers; paper += 1) {
        if ((seats[paper] ?? 0) <= round) continue
        this.#search(paper)
        this.#raise()
        this.#augment(paper)
        done += 1
        if (done % 256 === 0) progress(done, all)
      }
    }
    progress(all, all)
    return {
      reviewersOf: this.#reviewersOf.map((all) => all.toSorted((a, b) => a - b)),
      open: this.#open,
      faults: this.#through.map((count, paper) => Math.max(0, count - (gate?.most[paper] ?? 0))),
      prices: {
        paper: this.#height.slice(0, papers),
        gate: this.#height.slice(papers, 2 * papers),
        reviewer: this.#height.slice(2 * papers),
      },
    }
  }

  #findHighest(): void {
    this.#highest = Number.NEGATIVE_INFINITY
    for (let node = this.#firstReviewer; node < this.#height.length; node += 1) {
      this.#highest = Math.max(this.#highest, this.#height[node] ?? 0)
    }
  }

  /** Dijkstra's from a paper until the end is the nearest of all. */
  #search(source: number): void {
    this.#best = Number.POSITIVE_INFINITY
    this.#heap.clear()
    this.#reach(source, 0, NONE)
    while (!this.#heap.isEmpty && this.#heap.least < this.#best) {
      const node = this.#heap.pop()
      if (this.#isSettled[node] === 1) continue
      this.#isSettled[node] = 1
      this.#settled.push(node)
      const base = (this.#distance[node] ?? 0) + (this.#height[node] ?? 0)
      if (node >= this.#firstReviewer) this.#leaveReviewer(node, base)
      else if (node >= this.#problem.papers) this.#leaveGate(node, base)
      else this.#leavePaper(node, base)
    }
  }

  #leavePaper(paper: number, base: number): void {
    const { papers, gate } = this.#problem
    this.#end(paper, base + this.#breaches.open)
    this.#ask(paper, paper, base, this.#candidates.free)
    if (gate === null) return
    const cost = gateCost(this.#problem, this.#breaches, paper, (this.#through[paper] ?? 0) + 1)
    this.#reach(papers + paper, base + cost - (this.#height[papers + paper] ?? 0), paper)
  }

  #leaveGate(node: number, base: number): void {
    const paper = node - this.#problem.papers
    this.#ask(node, paper, base, this.#candidates.gated)
    const through = this.#through[paper] ?? 0
    if (through === 0) return
    const saved = gateCost(this.#problem, this.#breaches, paper, through)
    this.#reach(paper, base - saved - (this.#height[paper] ?? 0), node)
  }

  /** A reviewer takes one more, or gives one of theirs to somebody else. */
  #leaveReviewer(node: number, base: number): void {
    const reviewer = node - this.#firstReviewer
    const own = this.#papersOf[reviewer] ?? []
    this.#end(node, base + loadCost(this.#problem, this.#breaches, reviewer, own.length + 1))
    for (const paper of own) {
      const other = this.#nodeOf(paper, reviewer)
      this.#reach(other, base - this.#costOf(paper, reviewer) - (this.#height[other] ?? 0), node)
    }
  }

  /** Everybody in a stretch of a paper's candidates, as long as somebody could still be on the cheapest way. */
  #ask(node: number, paper: number, base: number, { from, to }: Stretches): void {
    const { reviewer, cost } = this.#candidates
    const own = this.#reviewersOf[paper] ?? []
    const end = to[paper] ?? 0
    for (let at = from[paper] ?? 0; at < end; at += 1) {
      const so = base + (cost[at] ?? 0)
      if (so - this.#highest >= this.#best) return
      const place = reviewer[at] ?? 0
      const other = this.#firstReviewer + place
      const distance = so - (this.#height[other] ?? 0)
      if (distance < (this.#distance[other] ?? 0) && !own.includes(place)) this.#reach(other, distance, node)
    }
  }

  #reach(node: number, distance: number, from: number): void {
    const known = this.#distance[node] ?? Number.POSITIVE_INFINITY
    if (distance >= known || distance >= this.#best) return
    if (known === Number.POSITIVE_INFINITY) this.#touched.push(node)
    this.#distance[node] = distance
    this.#parent[node] = from
    this.#heap.push(distance, node)
    if (node < this.#firstReviewer) return
    // Who has room ends the way: knowing so early keeps the search short.
    const reviewer = node - this.#firstReviewer
    const count = (this.#papersOf[reviewer]?.length ?? 0) + 1
    const here = distance + (this.#height[node] ?? 0)
    this.#end(node, here + loadCost(this.#problem, this.#breaches, reviewer, count))
  }

  #end(node: number, distance: number): void {
    if (distance >= this.#best) return
    this.#best = distance
    this.#last = node
  }

  /** Lowers the heights of what was nearer than the end, so that no arc with room is negative afterwards. */
  #raise(): void {
    let reviewersChanged = false
    for (const node of this.#settled) {
      this.#isSettled[node] = 0
      const lower = (this.#distance[node] ?? 0) - this.#best
      if (lower >= 0) continue
      this.#height[node] = (this.#height[node] ?? 0) + lower
      if (node >= this.#firstReviewer) reviewersChanged = true
    }
    for (const node of this.#touched) this.#distance[node] = Number.POSITIVE_INFINITY
    this.#settled.length = 0
    this.#touched.length = 0
    if (reviewersChanged) this.#findHighest()
  }

  /** Changes the assignment along the way that was found, from its end. */
  #augment(source: number): void {
    let node = this.#last
    if (node < this.#problem.papers) this.#open[node] = (this.#open[node] ?? 0) + 1
    while (node !== source) {
      const before = this.#parent[node] ?? NONE
      this.#step(before, node)
      node = before
    }
  }

  #step(from: number, to: number): void {
    const { papers } = this.#problem
    if (to >= this.#firstReviewer) {
      const [paper, reviewer] = [from % papers, to - this.#firstReviewer]
      this.#reviewersOf[paper]?.push(reviewer)
      this.#papersOf[reviewer]?.push(paper)
    } else if (from >= this.#firstReviewer) {
      const [paper, reviewer] = [to % papers, from - this.#firstReviewer]
      remove(this.#reviewersOf[paper], reviewer)
      remove(this.#papersOf[reviewer], paper)
    } else {
      const paper = to % papers
      this.#through[paper] = (this.#through[paper] ?? 0) + (to >= papers ? 1 : -1)
    }
  }

  #nodeOf(paper: number, reviewer: number): number {
    return passesGate(this.#problem, paper, reviewer) ? this.#problem.papers + paper : paper
  }

  #costOf(paper: number, reviewer: number): number {
    return SCORE_MAX - (this.#problem.scores[paper * this.#problem.reviewers + reviewer] ?? 0)
  }
}

function remove(list: number[] | undefined, value: number): void {
  const at = list?.indexOf(value) ?? NONE
  if (at !== NONE) list?.splice(at, 1)
}
