import { FORBIDDEN, type Problem, passesGate, SCORE_MAX } from './problem.ts'

/**
 * Who may review each paper, the cheapest first. Of paper p: free.from[p] to free.to[p] those who need no gate,
 * gated.from[p] to gated.to[p] those who pass it. A pair costs what it lacks to the best score.
 */
export interface Candidates {
  free: Stretches
  gated: Stretches
  reviewer: Int32Array
  cost: Int32Array
}

/** Of each paper where a stretch of candidates begins, and ends. */
export interface Stretches {
  from: Int32Array
  to: Int32Array
}

export function candidatesOf(problem: Problem): Candidates {
  const { papers, reviewers, scores, most, stretch } = problem
  const [from, middle, to] = [new Int32Array(papers), new Int32Array(papers), new Int32Array(papers)]
  const allowed = (at: number) =>
    (scores[at] ?? FORBIDDEN) !== FORBIDDEN && (stretch || (most[at % reviewers] ?? 0) > 0)
  let count = 0
  for (let at = 0; at < papers * reviewers; at += 1) if (allowed(at)) count += 1
  const reviewer = new Int32Array(count)
  const cost = new Int32Array(count)
  // One number per candidate sorts by gate, cost and place at once.
  const keys = new Float64Array(reviewers)
  const step = SCORE_MAX + 1
  let next = 0
  for (let paper = 0; paper < papers; paper += 1) {
    let size = 0
    let open = 0
    for (let place = 0; place < reviewers; place += 1) {
      const at = paper * reviewers + place
      if (!allowed(at)) continue
      const gated = passesGate(problem, paper, place) ? 1 : 0
      open += 1 - gated
      keys[size] = (gated * step + SCORE_MAX - (scores[at] ?? 0)) * reviewers + place
      size += 1
    }
    from[paper] = next
    middle[paper] = next + open
    for (const key of keys.subarray(0, size).sort()) {
      reviewer[next] = key % reviewers
      cost[next] = Math.floor(key / reviewers) % step
      next += 1
    }
    to[paper] = next
  }
  return { free: { from, to: middle }, gated: { from: middle, to }, reviewer, cost }
}
