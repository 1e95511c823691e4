import type { ProposedPair, Wish } from '#shared/assigning/propose-contract.ts'
import { words } from './compare-words.ts'
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
export function sharedPairs(one: readonly ProposedPair[], other: readonly ProposedPair[]): number {
  const known = new Set(one.map(keyOf))
  return other.filter((pair) => known.has(keyOf(pair))).length
}

/** What a proposal was asked for, and for how many papers. */
interface Question {
  wish: Wish
  papers: number
}

/** In sentences, why two proposals cannot be held against each other figure by figure: they answer different questions. */
export function unlikeness(now: Question, other: Question): string[] {
  const asked = (wish: Wish) => words.askedInAll({ ...wish, must: [], mustNot: [] })
  const [here, there] = [asked(now.wish), asked(other.wish)]
  return [
    here !== there && words.otherQuestion(here, there),
    fixedIn(now.wish) !== fixedIn(other.wish) && words.otherPairs,
    now.papers !== other.papers && words.otherPapers(now.papers, other.papers),
  ].filter((one) => one !== false)
}

/** The pairs that must be and must not be, in one order. */
const fixedIn = ({ must, mustNot }: Wish): string =>
  [must, mustNot].map((pairs) => pairs.map(keyOf).sort().join()).join(' / ')
