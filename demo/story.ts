import { Readable } from 'node:stream'
import type { App } from '#server/app.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { signTransaction } from '#server/db/sign-transaction.ts'
import { assignReviewer } from '#server/features/assigning/assign.ts'
import { applyImport } from '#server/features/payments/import/apply-import.ts'
import { reportPayment } from '#server/features/payments/report-payment.ts'
import { verifyPayment } from '#server/features/payments/verify-payment.ts'
import { hashPassword } from '#server/features/people/passwords.ts'
import { decideAsChair } from '#server/features/reviewing/conclude.ts'
import { decide } from '#server/features/reviewing/decide.ts'
import { decideAbstract } from '#server/features/submissions/decide-abstract.ts'
import { deleteAbstract } from '#server/features/submissions/delete-abstract.ts'
import { resubmitAbstract } from '#server/features/submissions/resubmit-abstract.ts'
import { saveDetails } from '#server/features/submissions/save-details.ts'
import { submitAbstract } from '#server/features/submissions/submit-abstract.ts'
import { submitPaper } from '#server/features/submissions/submit-paper.ts'
import { withdraw } from '#server/features/submissions/withdraw.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import type { FileKind } from '#shared/core/endpoint.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import { makeAccount } from './make-account.ts'
import { fileNameOf, makePaper } from './make-paper.ts'
import type { DemoPaper } from './papers.ts'
import { DEMO_PASSWORD, type DemoPerson } from './people.ts'

const DAY = 24 * 3600 * 1000

/** Tells the demo's stories by the portal's own actions, each at its day: so notices, mails and history follow. */
export class Storyteller {
  private readonly app: App
  private readonly clock: { now: Date }
  private readonly today: Date
  private readonly ids = new Map<string, string>()
  private readonly people: readonly DemoPerson[]
  private readonly late: { paper: DemoPaper; abstractId: string; daysAgo: number }[] = []

  constructor(app: App, clock: { now: Date }, people: readonly DemoPerson[]) {
    this.app = app
    this.clock = clock
    this.today = clock.now
    this.people = people
  }

  /** Makes the accounts, sixty days ago. */
  async makePeople(): Promise<void> {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    this.goTo(60)
    for (const one of this.people) {
      this.ids.set(one.key, await this.app.transact((ctx) => makeAccount(ctx, one, passwordHash)))
    }
  }

  /** Leads one submission to its stage. */
  async tell(paper: DemoPaper): Promise<void> {
    let day = paper.daysAgo
    const later = (days: number) => {
      day = Math.max(0.02, day - days)
      this.goTo(day)
    }
    const { title, author, stage } = paper
    later(0)
    const { abstractId } = await this.upload(author, 'abstract', title, submitAbstract)
    await this.describe(paper, abstractId)
    if (paper.deleted) {
      later(1)
      return void (await this.as(author, (ctx) => deleteAbstract(ctx, abstractId)))
    }
    if (stage === 'abstract_submitted') return
    later(4)
    if (stage === 'withdrawn')
      return void (await this.as(author, (ctx) =>
        withdraw(ctx, abstractId, 'We found an error in the data.'),
      ))
    if (stage === 'abstract_declined')
      return this.onAbstract(abstractId, 'decline', 'The claim contradicts well-established physics.')
    if (stage === 'abstract_awaiting_resubmission' || paper.revised) {
      await this.onAbstract(
        abstractId,
        'request_change',
        'Please say which structures were measured, and for how long.',
      )
      if (!paper.revised) return
      later(3)
      await this.upload(author, 'abstract', title, (ctx, file) => resubmitAbstract(ctx, abstractId, file))
      later(2)
    }
    await this.onAbstract(abstractId, 'approve', 'Well within the scope of the conference.')
    if (stage === 'awaiting_paper') return
    later(6)
    const submit = () =>
      this.upload(author, 'paper', title, (ctx, file) => submitPaper(ctx, abstractId, file))
    const { paperId } = await submit()
    if (paper.reviewer === undefined) return
    const reviewer = paper.reviewer
    later(1)
    const dueAt = new Date(this.clock.now.getTime() + (paper.overdue ? 7 : 60) * DAY).toISOString()
    await this.as('chair', (ctx) => assignReviewer(ctx, paperId, { reviewerId: this.idOf(reviewer), dueAt }))
    if (paper.lateCoAuthors !== undefined) this.late.push({ paper, abstractId, daysAgo: day - 3 })
    if (paper.revised) {
      later(5)
      await this.review(
        reviewer,
        paperId,
        'request_change',
        58,
        'Compare with the measurements of other groups, and extend section 3.',
      )
      later(4)
      await submit()
    }
    if (stage === 'paper_submitted') return
    later(4)
    if (stage === 'paper_awaiting_resubmission')
      return this.review(
        reviewer,
        paperId,
        'request_change',
        61,
        'The figures cannot be read; the statistics need error bars.',
      )
    if (stage === 'reviewer_declined' || stage === 'paper_declined') {
      await this.review(
        reviewer,
        paperId,
        'decline',
        null,
        'The method was published before, and the data do not support the claim.',
      )
      if (stage === 'paper_declined') {
        later(1)
        await this.as('chair', (ctx) => decideAsChair(ctx, paperId, 'decline', 'We follow the review.'))
      }
      return
    }
    await this.review(reviewer, paperId, 'approve', 86, 'A careful and useful paper.')
    if (paper.reportedDaysAgo === undefined) return this.note(paperId, paper.noted)
    this.goTo(paper.reportedDaysAgo)
    await this.as(author, (ctx) => reportPayment(ctx, paperId, { note: 'Paid by bank transfer.' }))
    if (stage === 'awaiting_payment') return
    this.goTo(paper.reportedDaysAgo - 2)
    await this.as('staff', (ctx) => verifyPayment(ctx, paperId, { amount: '320.00', reference: paperId }))
    await this.note(paperId, paper.noted)
  }

  /** Brings the co-authors who came late: when all papers are told, since who writes with whom decides who may review. */
  async tellLate(): Promise<void> {
    for (const { paper, abstractId, daysAgo } of this.late) {
      this.goTo(daysAgo)
      const coAuthors = [...(paper.coAuthors ?? []), ...(paper.lateCoAuthors ?? [])]
      await this.describe({ ...paper, coAuthors }, abstractId, 1)
    }
  }

  /** A line of a statement that pays nothing in full, noted with its paper. */
  private async note(paperId: string, amount: string | undefined): Promise<void> {
    if (amount === undefined) return
    const line = { hash: `demo ${paperId}`, occurrence: 1, date: null, amount, currency: 'EUR' }
    const said = { payer: 'University of the South', text: `Conference ${paperId}` }
    await this.as('staff', (ctx) => applyImport(ctx, [{ ...line, ...said, paperIds: [paperId], as: 'note' }]))
  }

  /** What the author says of it beside the PDF; `revision` counts how often they said it before. */
  private async describe(
    { author, title, topics = [], coAuthors = [] }: DemoPaper,
    abstractId: string,
    revision = 0,
  ): Promise<void> {
    if (topics.length + coAuthors.length === 0) return
    const details = { title, topics, coAuthors, revision }
    await this.as(author, (ctx) => saveDetails(ctx, abstractId, details))
  }

  private async onAbstract(abstractId: string, verdict: ReviewVerdict, note: string): Promise<void> {
    await this.as('chair', (ctx) => decideAbstract(ctx, abstractId, verdict, note))
  }

  private async review(
    who: string,
    paperId: string,
    verdict: ReviewVerdict,
    score: number | null,
    comments: string,
  ): Promise<void> {
    await this.as(who, (ctx) => decide(ctx, paperId, { verdict, score, comments }))
  }

  /** Acts as somebody, past the log-in. */
  as<T>(key: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    const person = this.people.find((one) => one.key === key)
    if (person === undefined) throw new Error(`nobody is called ${key}`)
    const { role, staff, first: firstName, last: lastName, email, organization } = person
    const name = `${firstName} ${lastName}`
    return this.app.transact(async (ctx) => {
      const actor = {
        kind: 'person' as const,
        userId: this.idOf(key),
        sessionId: ctx.newId(),
        role,
        permissions: permissionsOf({ role, isStaff: staff ?? false }),
        withheld: [],
        profile: { name, email, firstName, lastName, organization, phone: '', orcid: '', photoFileId: null },
      }
      await signTransaction(ctx.tx, actor, ctx.now)
      return work({ ...ctx, actor })
    })
  }

  /** A real PDF through the real intake, kept with its change. */
  private async upload<T>(
    author: string,
    kind: FileKind,
    title: string,
    verb: (ctx: Ctx, file: UploadedFile) => Promise<T>,
  ): Promise<T> {
    const { intake } = this.app.portal
    const person = this.people.find((one) => one.key === author)
    const pdf = await makePaper(title, `${person?.first} ${person?.last}`, kind === 'paper' ? 4 : 1)
    const file = await intake.receive(kind, Readable.from(pdf), fileNameOf(title))
    return this.as(author, async (ctx) => {
      const answer = await verb(ctx, file)
      await intake.keep(file, ctx.tx)
      return answer
    })
  }

  /** Somebody's id. */
  idOf(key: string): string {
    return this.ids.get(key) ?? ''
  }

  /** Moves the clock. */
  goTo(daysAgo: number): void {
    this.clock.now = new Date(this.today.getTime() - daysAgo * DAY)
  }
}
