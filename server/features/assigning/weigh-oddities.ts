import { FORBIDDEN, SCORE_MAX } from '#server/matching/problem.ts'
import { CANDIDATES_MAX } from '#shared/assigning/proposals-contract.ts'
import type { OddityKind } from '#shared/assigning/propose-contract.ts'
import { ALLOWED, MUST_NOT } from './proposal-problem.ts'
import type { Odd, scorerOf } from './proposal-scores.ts'
import type { Weighing } from './weighing.ts'

/** Of pairs that are not proposed so many are named. */
const UNPROPOSED_SHOWN = 100
const ofLeftOut: ReadonlySet<OddityKind> = new Set(['same_text', 'copied_text', 'echo'])
/** Of the other pairs so many are looked at in all, shared out among the papers: comparing texts takes its time. */
const OTHERS_LOOKED_AT = 5000

type Scorer = ReturnType<typeof scorerOf>
type OdditiesOf = (paper: number, reviewer: number) => readonly Odd[]
/** The reviewers proposed for each paper, by places. */
type Proposed = readonly (readonly number[])[]

/** What is odd about pairs, each looked at once. */
export function odditiesByPlace({ papers, reviewers }: Weighing, { odditiesFor }: Scorer): OdditiesOf {
  const known = new Map<number, Odd[]>()
  return (paper, reviewer) => {
    const [given, by] = [papers[paper], reviewers[reviewer]]
    if (given === undefined || by === undefined) return []
    const pair = paper * reviewers.length + reviewer
    const found = known.get(pair) ?? odditiesFor(given, by)
    known.set(pair, found)
    return found
  }
}

/**
 * Whose texts were made for a paper, and do not have it for that very reason: up to a number, and how many more there are.
 * Who may not review it, as the author themselves, has a reason of their own to have its words.
 */
export function unproposedOddities(
  { papers, reviewers, pairs }: Weighing,
  reviewersOf: Proposed,
  leftOutFor: Scorer['leftOutFor'],
  odditiesOf: OdditiesOf,
) {
  const all = [...papers.entries()].flatMap(([paper, given]) =>
    leftOutFor(given)
      .filter((at) => pairs[paper * reviewers.length + at] === ALLOWED && !reviewersOf[paper]?.includes(at))
      .map((reviewer) => ({ paper, reviewer })),
  )
  return {
    unproposed: all.slice(0, UNPROPOSED_SHOWN).map((pair) => ({
      ...pair,
      oddities: odditiesOf(pair.paper, pair.reviewer).filter(({ kind }) => ofLeftOut.has(kind)),
    })),
    unproposedMore: Math.max(0, all.length - UNPROPOSED_SHOWN),
  }
}

/**
 * What is odd about those who would suit a paper best of all who are not proposed for it, as they are offered in their place;
 * those who must not be first, since they can be allowed again.
 */
export function oddOthers(
  { papers, reviewers, pairs }: Weighing,
  scores: Int32Array,
  reviewersOf: Proposed,
  odditiesOf: OdditiesOf,
): { paper: number; reviewer: number; odd: OddityKind[] }[] {
  const each = Math.min(CANDIDATES_MAX, Math.max(1, Math.floor(OTHERS_LOOKED_AT / papers.length)))
  return [...papers.keys()].flatMap((paper) => {
    const rankOf = (reviewer: number) => {
      const pair = paper * reviewers.length + reviewer
      return pairs[pair] === MUST_NOT ? SCORE_MAX + 1 : (scores[pair] ?? FORBIDDEN)
    }
    return [...reviewers.keys()]
      .filter((at) => rankOf(at) > 0 && !reviewersOf[paper]?.includes(at))
      .sort((a, b) => rankOf(b) - rankOf(a))
      .slice(0, each)
      .map((reviewer) => ({ paper, reviewer, odd: codesOf(odditiesOf(paper, reviewer)) }))
      .filter(({ odd }) => odd.length > 0)
  })
}

/** Each code once; what holds for the whole paper tells nobody from another. */
function codesOf(oddities: readonly Odd[]): OddityKind[] {
  return [...new Set(oddities.filter(({ about }) => about !== 'paper').map(({ kind }) => kind))]
}
