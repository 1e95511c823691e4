import type { Proposal, ProposedPair } from '#shared/assigning/propose-contract.ts'
import { keyOf } from './edits.ts'

interface PaperChange {
  paperId: string
  title: string
  gone: readonly ProposedPair[]
  come: readonly ProposedPair[]
}

/** What differs between two proposals, paper by paper; papers that are served alike are left out. */
export function changesBetween(
  before: readonly ProposedPair[],
  after: readonly ProposedPair[],
): PaperChange[] {
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const changes = new Map<string, { title: string; gone: ProposedPair[]; come: ProposedPair[] }>()
  const of = ({ paperId, title }: ProposedPair) => {
    const known = changes.get(paperId) ?? { title, gone: [], come: [] }
    changes.set(paperId, known)
    return known
  }
  for (const pair of before) if (!has.has(keyOf(pair))) of(pair).gone.push(pair)
  for (const pair of after) if (!had.has(keyOf(pair))) of(pair).come.push(pair)
  return [...changes]
    .map(([paperId, change]) => ({ paperId, ...change }))
    .sort((a, b) => a.paperId.localeCompare(b.paperId))
}

/** How many pairs two proposals share. */
export function sharedPairs(one: Proposal, other: Proposal): number {
  const known = new Set(one.pairs.map(keyOf))
  return other.pairs.filter((pair) => known.has(keyOf(pair))).length
}
