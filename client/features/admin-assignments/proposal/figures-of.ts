import type { Proposal, ProposedPair } from '#shared/assigning/propose-contract.ts'

export type ProposalFigures = Proposal['figures']

/** From this score on a reviewer counts as an expert; as on the server (weigh.ts). */
const EXPERT = 0.4

/** The figures of a proposal after edits by hand. The least load is known only while nobody's is taken away. */
export function figuresOf(before: ProposalFigures, pairs: readonly ProposedPair[]): ProposalFigures {
  const byPaper = new Map<string, number[]>()
  const loads = new Map<string, number>()
  for (const { paperId, reviewerId, score } of pairs) {
    byPaper.set(paperId, [...(byPaper.get(paperId) ?? []), score])
    loads.set(reviewerId, (loads.get(reviewerId) ?? 0) + 1)
  }
  const sums = [...byPaper.values()].map((scores) => scores.reduce((sum, one) => sum + one, 0))
  const total = sums.reduce((sum, one) => sum + one, 0)
  const isEveryPaper = byPaper.size === before.papers
  return {
    ...before,
    open: Math.max(0, before.seats - pairs.length),
    total,
    mean: pairs.length === 0 ? 0 : total / pairs.length,
    worst: isEveryPaper && sums.length > 0 ? Math.min(...sums) : 0,
    leastLoad: Math.min(before.leastLoad, ...loads.values()),
    mostLoad: Math.max(0, ...loads.values()),
    withExpert: [...byPaper.values()].filter((scores) => scores.some((one) => one >= EXPERT)).length,
  }
}
