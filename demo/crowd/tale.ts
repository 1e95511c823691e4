import { roundOf } from '#server/features/submissions/move.ts'
import type { CoAuthor } from '#shared/submissions/details.ts'
import { timelineKindOf } from '#shared/submissions/event-words.ts'
import { next, type Stage, type SubmissionEvent } from '#shared/submissions/states.ts'
import type { TimelineKind } from '#shared/submissions/timeline.ts'

const DAY = 24 * 3600 * 1000

export interface Actor {
  id: string
  as: 'author' | 'reviewer' | 'admin' | 'staff'
}

/** A step of a submission's way, as its history keeps it. */
interface Step {
  kind: TimelineKind
  from: Stage | null
  to: Stage
  round: number
  at: Date
  by: Actor
  note: string | null
}

/** A submission's way from its abstract on, along the portal's own table of what may follow what. */
export class Tale {
  readonly steps: Step[] = []
  readonly versions: { part: 'abstract' | 'paper'; number: number; at: Date }[] = []
  readonly author: Actor
  readonly title: string
  readonly topics: readonly string[]
  readonly coAuthors: readonly CoAuthor[]
  stage: Stage = 'abstract_submitted'
  abstractRound = 1
  paperRound = 0
  abstractDecidedAt: Date | null = null
  private readonly today: Date
  private daysAgo: number

  constructor(
    about: { author: string; title: string; topics: readonly string[]; coAuthors: readonly CoAuthor[] },
    today: Date,
    daysAgo: number,
  ) {
    this.author = { id: about.author, as: 'author' }
    this.title = about.title
    this.topics = about.topics
    this.coAuthors = about.coAuthors
    this.today = today
    this.daysAgo = daysAgo
    const { at, author: by, stage: to } = this
    this.steps.push({ kind: 'abstract_submitted', from: null, to, round: 1, at, by, note: null })
    this.addVersion('abstract')
  }

  get at(): Date {
    return new Date(Math.round(this.today.getTime() - this.daysAgo * DAY))
  }

  /** Lets days go by, never past today. */
  later(days: number): this {
    this.daysAgo = Math.max(this.daysAgo - days, this.daysAgo / 2)
    return this
  }

  /** Lets time go by up to so many days before today, unless it is later already. */
  until(daysAgo: number): this {
    this.daysAgo = Math.min(this.daysAgo, daysAgo)
    return this
  }

  /** Takes a step; the table has to allow it. */
  go(event: SubmissionEvent, by: Actor, note: string | null = null): this {
    const to = next(this.stage, event)
    if (to === undefined) throw new Error(`${event} is not possible at ${this.stage}`)
    if (event === 'resubmit_abstract') this.abstractRound += 1
    if (event === 'submit_paper' || event === 'resubmit_paper') this.paperRound += 1
    if (/^(accept|request|decline)_abstract/.test(event)) this.abstractDecidedAt = this.at
    const round = roundOf(event, this)
    this.steps.push({ kind: timelineKindOf[event], from: this.stage, to, round, at: this.at, by, note })
    this.stage = to
    if (event === 'resubmit_abstract') this.addVersion('abstract')
    if (event === 'submit_paper' || event === 'resubmit_paper') this.addVersion('paper')
    return this
  }

  private addVersion(part: 'abstract' | 'paper'): void {
    const number = this.versions.filter((one) => one.part === part).length + 1
    this.versions.push({ part, number, at: this.at })
  }
}
