import type { Submitted } from '#server/affinity/model.ts'
import type { Text } from '#server/affinity/terms.ts'
import type { Agreement } from '#server/affinity/typed-text.ts'
import type { BidLevel } from '#shared/assigning/bids-contract.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'

/** The reviewers of papers, both by their places. */
export type Locked = ReadonlyMap<number, readonly number[]>

export interface WeighedPaper {
  paperId: string
  /** Whose it is, and when it came, in ms since 1970; where that is known. */
  authorId?: string
  at?: number
  /** What counts of its title, and how the one in force agrees with the PDF's first page. */
  title: string
  titleAgreement: Agreement
  abstract: string
  /** How what its author typed agrees with the PDF; `abstract` is what counts of it. */
  agreement: Agreement
  /** What its PDF hides from who looks at it: not read, but shown. */
  hidden: string
  topics: readonly string[]
  /** How many reviewers it lacks. */
  lacks: number
  /** Somebody experienced is on it already. */
  hasExperienced: boolean
}

/** What pairs are scored by, plain enough to go to a thread of its own. */
export interface Weighable {
  papers: readonly WeighedPaper[]
  /** The conference's other papers, by which words are weighed too. */
  others: readonly Submitted[]
  /** In the order of their ids, as the model has them. */
  reviewers: readonly {
    id: string
    topics: readonly string[]
    texts: readonly (Text & { hidden: string })[]
    /** The most papers they take at a time; null: any number. */
    limit: number | null
    open: number
    isExperienced: boolean
  }[]
  /** Of the same pair the last one counts. */
  bids: readonly { paperId: string; reviewerId: string; bid: BidLevel }[]
}

/** All that a proposal is reckoned from. */
export interface Weighing extends Weighable {
  /** Of paper p and reviewer r at p · reviewers + r: what the pair is to the matching, see proposal-problem.ts. */
  pairs: Uint8Array
  locked: Locked
  /** Who is on the papers already. */
  assigned: Locked
  /** How many reviewers a paper is to have, those it has among them. */
  reviewsPerPaper: number
  wish: Wish
}
