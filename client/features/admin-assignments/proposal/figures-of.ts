import { EXPERT, isDoubted } from '#shared/assigning/expert.ts'
import type { Proposal, ProposedPair } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'

export type ProposalFigures = Proposal['figures']

/**
 * The figures of a proposal after edits by hand. A paper with more than it lacks fills no other's seat. The least load is
 * known only while nobody's is taken away.
 */
export function figuresOf(
  {
    figures: before,
    seats,
  }: Pick<Proposal, 'figures'> & {
    seats: readonly Pick<Proposal['seats'][number], 'paperId' | 'lacks' | 'had' | 'hadExpert'>[]
  },
  pairs: readonly ProposedPair[],
): ProposalFigures {
  const byPaper = groupBy(pairs, ({ paperId }) => paperId)
  const loads = new Map<string, number>()
  for (const { reviewerId } of pairs) loads.set(reviewerId, (loads.get(reviewerId) ?? 0) + 1)
  const isExpert = ({ score, odd }: ProposedPair) =>
    score >= EXPERT && !isDoubted(odd.map((kind) => ({ kind })))
  const sumOf = (paperId: string) => (byPaper.get(paperId) ?? []).reduce((sum, { score }) => sum + score, 0)
  const total = pairs.reduce((sum, { score }) => sum + score, 0)
  const lacking = seats.filter(({ lacks }) => lacks > 0)
  const open = lacking.reduce(
    (sum, { paperId, lacks }) => sum + Math.max(0, lacks - (byPaper.get(paperId)?.length ?? 0)),
    0,
  )
  return {
    ...before,
    open: seats.length === 0 ? Math.max(0, before.seats - pairs.length) : open,
    total,
    mean: pairs.length === 0 ? 0 : total / pairs.length,
    worst: lacking.length === 0 ? 0 : Math.min(...lacking.map(({ paperId, had }) => had + sumOf(paperId))),
    leastLoad: Math.min(before.leastLoad, ...loads.values()),
    mostLoad: Math.max(0, ...loads.values()),
    withExpert: new Set([
      ...seats.flatMap(({ paperId, hadExpert }) => (hadExpert ? [paperId] : [])),
      ...pairs.flatMap((pair) => (isExpert(pair) ? [pair.paperId] : [])),
    ]).size,
  }
}
