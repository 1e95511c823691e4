import {
  breachesOf,
  FORBIDDEN,
  gateCost,
  loadCost,
  type Problem,
  passesGate,
  SCORE_MAX,
  type Solution,
} from './problem.ts'

const SHOWN = 5

/**
 * Proves that a solution is allowed and that none is better, from its prices alone (complementary slackness of the
 * linear programme): nothing that could still be chosen would gain, nothing that was chosen loses. Knows nothing of how
 * the solution was found. Gives what is wrong, at most five sentences; none for an optimum.
 */
export function certify(problem: Problem, solution: Solution): string[] {
  const faults = [...notAllowed(problem, solution), ...notOptimal(problem, solution)]
  const found: string[] = []
  for (const fault of faults) if (found.push(fault) === SHOWN) break
  return found
}

function* notAllowed(problem: Problem, { reviewersOf, open }: Solution): Generator<string> {
  const loads = loadsOf(problem, reviewersOf)
  for (let paper = 0; paper < problem.papers; paper += 1) {
    const own = reviewersOf[paper] ?? []
    const filled = own.length + (open[paper] ?? 0)
    if (filled !== problem.seats[paper])
      yield `Paper ${paper} has ${filled} seats of ${problem.seats[paper]}.`
    if (new Set(own).size < own.length) yield `Paper ${paper} has somebody twice.`
    for (const reviewer of own) {
      const score = problem.scores[paper * problem.reviewers + reviewer] ?? FORBIDDEN
      if (score === FORBIDDEN) yield `Paper ${paper} must not have reviewer ${reviewer}.`
    }
  }
  for (const [reviewer, load] of loads.entries()) {
    if (!problem.stretch && load > (problem.most[reviewer] ?? 0))
      yield `Reviewer ${reviewer} has ${load} papers.`
  }
}

function* notOptimal(problem: Problem, { reviewersOf, open, prices }: Solution): Generator<string> {
  const breaches = breachesOf(problem)
  const loads = loadsOf(problem, reviewersOf)
  for (const [reviewer, load] of loads.entries()) {
    const height = prices.reviewer[reviewer] ?? 0
    const more = loadCost(problem, breaches, reviewer, load + 1) + height
    if (more < 0) yield `Reviewer ${reviewer} should have more.`
    if (load > 0 && loadCost(problem, breaches, reviewer, load) + height > 0) {
      yield `Reviewer ${reviewer} should have less.`
    }
  }
  for (let paper = 0; paper < problem.papers; paper += 1) {
    const own = new Set(reviewersOf[paper])
    const [height, gateHeight] = [prices.paper[paper] ?? 0, prices.gate[paper] ?? 0]
    if (breaches.open + height < 0) yield `Paper ${paper} should have an open seat.`
    if ((open[paper] ?? 0) > 0 && breaches.open + height > 0)
      yield `Paper ${paper} has a seat open without need.`
    for (let reviewer = 0; reviewer < problem.reviewers; reviewer += 1) {
      const score = problem.scores[paper * problem.reviewers + reviewer] ?? FORBIDDEN
      if (score === FORBIDDEN || (!problem.stretch && problem.most[reviewer] === 0)) continue
      const from = passesGate(problem, paper, reviewer) ? gateHeight : height
      const gain = SCORE_MAX - score + from - (prices.reviewer[reviewer] ?? 0)
      if (own.has(reviewer) ? gain > 0 : gain < 0) yield `Pair ${paper}, ${reviewer} is not priced right.`
    }
    if (problem.gate === null) continue
    const through = [...own].filter((reviewer) => passesGate(problem, paper, reviewer)).length
    const slack = height - gateHeight
    if (gateCost(problem, breaches, paper, through + 1) + slack < 0)
      yield `Paper ${paper}: more should pass its gate.`
    if (through > 0 && gateCost(problem, breaches, paper, through) + slack > 0) {
      yield `Paper ${paper}: fewer should pass its gate.`
    }
  }
}

/** How many papers each reviewer got. */
export function loadsOf({ reviewers }: Problem, reviewersOf: readonly (readonly number[])[]): number[] {
  const loads = Array.from({ length: reviewers }, () => 0)
  for (const own of reviewersOf) for (const reviewer of own) loads[reviewer] = (loads[reviewer] ?? 0) + 1
  return loads
}
