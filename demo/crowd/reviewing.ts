import { signs } from '#server/features/reviewing/known-people.ts'
import { conflictOf, type Writer } from '#shared/reviewing/conflict.ts'
import { outcomeOf, type ReviewRules } from '#shared/reviewing/outcome.ts'
import type { Signs } from '#shared/reviewing/signs.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Chance } from './chance.ts'
import { newId } from './new-id.ts'
import type { Row } from './people.ts'
import type { Tale } from './tale.ts'
import { remarks } from './words.ts'

const DAY = 24 * 3600 * 1000
export const rules: ReviewRules & { reviewsPerPaper: number } = {
  reviewsPerPaper: 2,
  reviewPolicy: 'automatic',
}

export interface Assigned {
  id: string
  tale: Tale
  reviewerId: string
  at: Date
  dueAt: Date
  ended: { at: Date; how: 'withdrawn' | 'conflict'; reason: string } | null
}
export interface Reviewed {
  tale: Tale
  assignment: Assigned
  round: number
  verdict: ReviewVerdict
  score: number | null
  comments: string | null
  at: Date
}

/** Gives papers to reviewers and lets them write, by the portal's rules on conflicts, limits and outcomes. */
export class Committee {
  readonly assignments: Assigned[] = []
  readonly reviews: Reviewed[] = []
  private readonly chance: Chance
  private readonly authors: ReadonlyMap<string, Row>
  private readonly reviewers: { row: Row; signs: Signs; zeal: number; open: number }[]

  constructor(chance: Chance, authors: readonly Row[], reviewers: readonly Row[]) {
    this.chance = chance
    this.authors = new Map(authors.map((row) => [row.id, row]))
    // A few do much, many do some, some do nothing yet.
    this.reviewers = reviewers.map((row, at) => ({
      row,
      signs: signsOfRow(row),
      zeal: at % 13 === 12 ? 0 : 1 / (1 + (at % 20) / 4),
      open: 0,
    }))
  }

  /** A paper that lies with nobody, and somebody who knows all of its topics and may review it without limit. */
  expertFor(tales: readonly Tale[]): { tale: Tale; reviewerId: string }[] {
    const taken = new Set(this.assignments.map(({ tale }) => tale))
    const pairs = tales
      .filter((tale) => tale.stage === 'paper_submitted' && !taken.has(tale))
      .flatMap((tale) => {
        const found = this.freeFor(tale).find(
          ({ row }) =>
            row.role === 'reviewer' &&
            row.reviewLimit === null &&
            tale.topics.every((topic) => row.topics?.includes(topic)),
        )
        return found === undefined ? [] : [{ tale, reviewerId: found.row.id }]
      })
    return pairs.slice(0, 1)
  }

  /** Assigns so many who have no conflict of interest and room for one more. */
  assign(tale: Tale, count: number, willReview: number): Assigned[] {
    const free = this.freeFor(tale)
    const overlap = (row: Row) => (row.topics ?? []).filter((topic) => tale.topics.includes(topic)).length
    const chosen = free
      .map((one) => ({ one, place: this.chance.next() ** (1 / (one.zeal * (1 + 2 * overlap(one.row)))) }))
      .sort((a, b) => b.place - a.place)
      .slice(0, count)
    return chosen.map(({ one }, at) => {
      if (at >= willReview) one.open += 1
      const dueAt = new Date(tale.at.getTime() + 27 * DAY)
      const made = {
        id: newId(),
        tale,
        reviewerId: one.row.id,
        at: tale.at,
        dueAt,
        ended: null,
      }
      this.assignments.push(made)
      return made
    })
  }

  /** One of them gives the paper back, and nobody took their place. */
  giveBack(assignment: Assigned): void {
    const isConflict = this.chance.happens(0.5)
    const at = new Date(assignment.at.getTime() + DAY / 2)
    assignment.ended = {
      at,
      how: isConflict ? 'conflict' : 'withdrawn',
      reason: isConflict ? remarks.conflict : remarks.busy,
    }
  }

  /** A review of the paper's present round; gives what all of the round together decide by themselves. */
  review(assignment: Assigned, verdict: ReviewVerdict): ReviewVerdict | null {
    const { tale } = assignment
    const { paperApprove, paperChange, paperDecline } = remarks
    const comments = { approve: paperApprove, request_change: paperChange, decline: paperDecline }[verdict]
    const score = { approve: [70, 98], request_change: [45, 72], decline: [0, 0] }[verdict]
    this.reviews.push({
      tale,
      assignment,
      round: tale.paperRound,
      verdict,
      score: verdict === 'decline' ? null : this.chance.whole(score[0] ?? 0, score[1] ?? 0),
      comments: this.chance.of<string>(comments) || null,
      at: tale.at,
    })
    const round = this.reviews.filter((one) => one.tale === tale && one.round === tale.paperRound)
    return outcomeOf(
      round.map((one) => one.verdict),
      rules,
    )
  }

  /** Who has no conflict of interest with a paper and room for one more. */
  private freeFor(tale: Tale) {
    const writers = this.writersOf(tale)
    return this.reviewers.filter(
      ({ row, signs: reviewer, open, zeal }) =>
        zeal > 0 &&
        open < (row.reviewLimit ?? Number.POSITIVE_INFINITY) &&
        conflictOf({ reviewer, writers, declared: null, wroteWith: new Map() }) === null,
    )
  }

  private writersOf(tale: Tale): Writer[] {
    const author = this.authors.get(tale.author.id)
    if (author === undefined) throw new Error('a tale without an author')
    return [
      { signs: signsOfRow(author), name: author.name, part: 'author' },
      ...tale.coAuthors.map((one): Writer => {
        const known = { id: null, names: [one.name], addresses: [one.email], unsure: [], orcids: [] }
        return {
          signs: signs({ ...known, organizations: [one.organization] }),
          name: one.name,
          part: 'co-author',
        }
      }),
    ]
  }
}

function signsOfRow({ id, name, email, organization }: Row): Signs {
  return signs({
    id,
    names: [name],
    addresses: [email],
    unsure: [],
    orcids: [],
    organizations: [organization],
  })
}
