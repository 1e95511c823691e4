import type { Wish } from '#shared/assigning/propose-contract.ts'
import { words as common } from './words.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString()} ${n === 1 ? one : many}`

/** Two proposals held against each other. */
export const words = {
  compareWith: 'Compare with',
  /** What is left out of a wish is said too. */
  askedInAll: (wish: Wish): string =>
    [
      common.shortObjectives[wish.objective].toLowerCase(),
      wish.reviewsPerPaper === undefined && 'reviews a paper as the settings say',
      wish.mostPapers === undefined && 'no limit but the reviewers’ own',
      common.asked({ wish, outcome: null }),
    ]
      .filter(Boolean)
      .join(', '),
  otherQuestion: (now: string, other: string) =>
    `They were asked different things. This one: ${now}. The other: ${other}.`,
  otherPairs: 'Other pairs must be, or must not be.',
  otherPapers: (now: number, other: number) =>
    `This one is for ${count(now, 'paper', 'papers')}, the other for ${other.toLocaleString()}: their totals do not compare.`,
  noOther: 'There is no other proposal to compare with',
  noOtherHint: 'Run it again, with other options or locked pairs.',
  changed: 'What changed',
  sameEverywhere: 'Both propose the same pairs.',
  changedCount: (papers: number, shared: number) =>
    `${count(papers, 'paper differs', 'papers differ')}; ${count(shared, 'pair is', 'pairs are')} in both.`,
  gone: (name: string, value: number) => `No longer ${name} (${common.score(value)})`,
  come: (name: string, value: number) => `Now ${name} (${common.score(value)})`,
} as const
