import type { Obstacle } from '#server/matching/shortage.ts'
import { limitIn } from '#shared/assigning/judge.ts'
import type { Proposal, Wish } from '#shared/assigning/propose-contract.ts'
import type { ProposalFacts } from './proposal-facts.ts'
import type { Weighed } from './weigh.ts'

/** What is lacking, with ids and names in place of places, and for each person kept from a paper why. */
export function lackingInWords(
  { papers, reviewers, conflict, withExperienced }: ProposalFacts,
  { pairs, shortage, inexperienced }: Weighed,
  wish: Wish,
): Pick<Proposal, 'shortage' | 'withoutExperienced' | 'inexperienced'> {
  const paperOf = (place: number) => ({
    paperId: papers[place]?.submission.paperId ?? '',
    title: papers[place]?.shown ?? '',
  })
  const nameOf = (place: number) => ({
    reviewerId: reviewers[place]?.id ?? '',
    reviewer: reviewers[place]?.name ?? '',
  })
  const limitOf = limitIn(wish)
  const mostOf = (place: number) => {
    const reviewer = reviewers[place]
    return reviewer === undefined ? null : limitOf(reviewer)
  }
  const hasNow = new Set(
    pairs.filter(({ reviewer }) => reviewers[reviewer]?.isExperienced).map(({ paper }) => paper),
  )
  const raises = (some: readonly { reviewer: number; by: number }[]) =>
    some.map(({ reviewer, by }) => ({ ...nameOf(reviewer), by, most: mostOf(reviewer) }))
  const obstacle = (paper: number, reviewer: number, why: Obstacle) => {
    switch (why) {
      case 'conflict':
        return (
          conflict(papers[paper]?.submission.id ?? '', reviewers[reviewer]?.id ?? '')?.reason ?? 'Conflict.'
        )
      case 'must_not':
        return 'Must not be, as asked.'
      case 'gave_back':
        return 'Gave it back.'
      case 'no_time':
        return `Takes at most ${mostOf(reviewer) ?? 0}.`
    }
  }
  return {
    shortage: shortage && {
      ...shortage,
      papers: shortage.papers.map(({ paper, kept, ...rest }) => ({
        ...paperOf(paper),
        ...rest,
        kept: kept.map(({ reviewer, why }) => ({
          ...nameOf(reviewer),
          why,
          reason: obstacle(paper, reviewer, why),
        })),
      })),
      raise: raises(shortage.raise),
      lift: {
        missing: shortage.lift.missing,
        pairs: shortage.lift.pairs.map(({ paper, reviewer }) => ({ ...paperOf(paper), ...nameOf(reviewer) })),
      },
    },
    // Also those whose seat for somebody experienced stays open, which is no fault of the matching.
    withoutExperienced: wish.oneExperienced
      ? papers.flatMap(({ submission }, place) =>
          withExperienced.has(submission.id) || hasNow.has(place) ? [] : [submission.paperId],
        )
      : [],
    inexperienced: inexperienced && {
      ...inexperienced,
      papers: inexperienced.papers.map(({ paper, ...rest }) => ({ ...paperOf(paper), ...rest })),
      raise: raises(inexperienced.raise),
    },
  }
}
