import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { CoAuthor } from '#shared/submissions/details.ts'
import type { Stage } from '#shared/submissions/states.ts'
import type { Chance } from './chance.ts'
import { places, type Row } from './people.ts'
import type { Committee } from './reviewing.ts'
import { type Actor, Tale } from './tale.ts'
import { doings, firstNames, lastNames, means, remarks, subjects } from './words.ts'

/** How many submissions stand where, of the 583 beside the small conference's seventeen. */
const plan: readonly [Stage, number][] = [
  ['abstract_submitted', 70],
  ['abstract_awaiting_resubmission', 25],
  ['abstract_declined', 40],
  ['awaiting_paper', 70],
  ['paper_submitted', 190],
  ['reviewer_declined', 12],
  ['paper_awaiting_resubmission', 35],
  ['paper_declined', 25],
  ['awaiting_payment', 45],
  ['complete', 55],
  ['withdrawn', 16],
]

/** What both reviewers say of a paper that ends up at a stage; elsewhere they accept. */
const verdictFor: Partial<Record<Stage, ReviewVerdict>> = {
  paper_awaiting_resubmission: 'request_change',
  reviewer_declined: 'decline',
  paper_declined: 'decline',
}

interface Cast {
  chair: string
  staff: string
  authors: readonly Row[]
}

/** When a payment was reported and verified. */
export interface Paid {
  tale: Tale
  reportedAt: Date
  verifiedAt: Date | null
}

/** Tells a whole season: every submission's way up to today. */
export class Season {
  readonly tales: Tale[] = []
  readonly payments: Paid[] = []
  private readonly chance: Chance
  private readonly today: Date
  private readonly chair: Actor
  private readonly staff: Actor
  private readonly authors: readonly Row[]
  private readonly committee: Committee
  private readonly titles: readonly { title: string; topics: readonly string[] }[]

  constructor(chance: Chance, today: Date, cast: Cast, committee: Committee) {
    this.chance = chance
    this.today = today
    this.chair = { id: cast.chair, as: 'admin' }
    this.staff = { id: cast.staff, as: 'staff' }
    this.authors = cast.authors
    this.committee = committee
    const all = doings.flatMap((doing) =>
      subjects.flatMap(([subject, topics]) =>
        means.map((mean) => ({ title: `${doing} of ${subject} ${mean}`, topics })),
      ),
    )
    this.titles = chance.some(all, 600)
    for (const [stage, count] of plan) for (let made = 0; made < count; made += 1) this.tell(stage)
    // As they came, so that the numbers rise with time.
    this.tales.sort((a, b) => (a.steps[0]?.at.getTime() ?? 0) - (b.steps[0]?.at.getTime() ?? 0))
  }

  private begin(low: number, high: number): Tale {
    const about = this.titles[this.tales.length]
    if (about === undefined) throw new Error('not enough titles')
    const author = this.chance.of(this.authors).id
    const coAuthors = this.chance.happens(0.7)
      ? Array.from({ length: this.chance.whole(1, 4) }, () => this.coAuthor())
      : []
    const tale = new Tale({ author, ...about, coAuthors }, this.today, this.chance.between(low, high))
    this.tales.push(tale)
    return tale
  }

  private coAuthor(): CoAuthor {
    const { name: organization, domain } = this.chance.of(places)
    const [first, last] = [this.chance.of(firstNames), this.chance.of(lastNames)]
    const email = `${last.normalize('NFKD').replace(/[^a-zA-Z]/g, '')}.${this.chance.whole(1, 9999)}@${domain}`
    return { name: `${first} ${last}`, email: email.toLowerCase(), organization, orcid: '' }
  }

  private tell(stage: Stage): void {
    const { chance, chair } = this
    if (stage === 'abstract_submitted') return void this.begin(0.2, 9)
    if (stage === 'abstract_declined')
      return void this.begin(15, 50)
        .later(chance.between(2, 7))
        .go('decline_abstract', chair, remarks.abstractDecline)
    if (stage === 'abstract_awaiting_resubmission')
      return void this.begin(8, 22)
        .later(chance.between(2, 6))
        .go('request_abstract_change', chair, remarks.abstractChange)
    if (stage === 'withdrawn') {
      const tale = this.begin(12, 40).later(chance.between(1, 6))
      return void tale.go('withdraw', tale.author, remarks.withdraw)
    }
    const long = stage !== 'awaiting_paper' && stage !== 'paper_submitted'
    const tale = stage === 'awaiting_paper' ? this.begin(12, 35) : this.begin(long ? 42 : 22, long ? 58 : 52)
    this.accept(tale)
    if (stage === 'awaiting_paper') return
    tale.later(chance.between(4, 9)).go('submit_paper', tale.author)
    this.assess(tale, stage)
  }

  private accept(tale: Tale): void {
    const { chance, chair } = this
    tale.later(chance.between(2, 5))
    if (chance.happens(0.15)) {
      tale.go('request_abstract_change', chair, remarks.abstractChange)
      tale.later(chance.between(1, 4)).go('resubmit_abstract', tale.author).later(chance.between(1, 2))
    }
    tale.go('accept_abstract', chair, chance.of(remarks.accept) || null)
  }

  private assess(tale: Tale, stage: Stage): void {
    const { chance, committee } = this
    tale.later(chance.between(1, 3))
    if (stage === 'paper_submitted' && chance.happens(0.14)) return
    const waits = stage === 'paper_submitted'
    const willReview = waits ? chance.of([0, 0, 0, 1, 1, 1, 2]) : 2
    const two = committee.assign(tale, 2, willReview)
    const [one, other] = two
    if (one === undefined || other === undefined) return
    const isRevised = chance.happens(0.2) || (waits && chance.happens(0.1))
    if (isRevised) {
      for (const each of two) {
        tale.later(chance.between(1, 4))
        if (committee.review(each, 'request_change') === 'request_change')
          tale.go('request_paper_change', { id: each.reviewerId, as: 'reviewer' }, remarks.paperChange[0])
      }
      tale.later(chance.between(2, 5)).go('resubmit_paper', tale.author)
    }
    if (waits) {
      if (willReview > 0) committee.review(one, 'approve')
      tale.later(chance.between(0.5, 2))
      // Both are in and differ: the chair has to decide.
      if (willReview > 1) committee.review(other, chance.of(['decline', 'request_change'] as const))
      else if (willReview === 0 && chance.happens(0.12)) committee.giveBack(other)
      return
    }
    const verdict = verdictFor[stage] ?? 'approve'
    committee.review(one, verdict)
    tale.later(chance.between(1, 5))
    if (committee.review(other, verdict) !== verdict) throw new Error('two alike decide')
    this.conclude(tale, stage, { id: other.reviewerId, as: 'reviewer' })
  }

  private conclude(tale: Tale, stage: Stage, reviewer: Actor): void {
    const { chance, chair, staff } = this
    if (stage === 'paper_awaiting_resubmission')
      return void tale.go('request_paper_change', reviewer, chance.of(remarks.paperChange))
    if (stage === 'reviewer_declined' || stage === 'paper_declined') {
      tale.go('reviewer_decline_paper', reviewer, chance.of(remarks.paperDecline))
      if (stage === 'paper_declined')
        tale.later(chance.between(0.5, 2)).go('decline_paper', chair, 'We follow the reviews.')
      return
    }
    tale.go('approve_paper', reviewer, chance.of(remarks.paperApprove) || null)
    if (stage === 'awaiting_payment' && chance.happens(0.5)) return
    tale.later(chance.between(1, 6))
    if (stage === 'awaiting_payment') tale.until(chance.between(0.3, 9))
    tale.go('report_payment', tale.author)
    const paid: Paid = { tale, reportedAt: tale.at, verifiedAt: null }
    this.payments.push(paid)
    if (stage === 'awaiting_payment') return
    tale.later(chance.between(0.5, 3)).go('verify_payment', staff)
    paid.verifiedAt = tale.at
  }
}
