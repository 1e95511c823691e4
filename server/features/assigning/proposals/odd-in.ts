import type { proposals } from '#server/db/schema.ts'
import type { OddityKind } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'

type Row = typeof proposals.$inferSelect
type Ids = { paperId: string; reviewerId: string }

/** Tells pairs from each other. */
export const keyOf = ({ paperId, reviewerId }: Ids) => `${paperId} ${reviewerId}`

/** What is known to be odd about the pairs of a proposal, proposed or not; what holds for a whole paper tells nobody from another. */
export function oddFinder(
  axes: NonNullable<Row['axes']>,
  { oddities }: Pick<NonNullable<Row['answer']>, 'oddities'>,
) {
  const said = groupBy(
    oddities.filter(({ about }) => about !== 'paper'),
    keyOf,
  )
  const others = new Map(
    (axes.odd ?? []).map(({ paper, reviewer, odd }) => [
      keyOf({ paperId: axes.papers[paper]?.paperId ?? '', reviewerId: axes.reviewers[reviewer] ?? '' }),
      odd,
    ]),
  )
  return (paperId: string, reviewerId: string): OddityKind[] => {
    const key = keyOf({ paperId, reviewerId })
    return [...new Set([...(said.get(key) ?? []).map(({ kind }) => kind), ...(others.get(key) ?? [])])]
  }
}
