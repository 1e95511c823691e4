import { createHash, randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, submissions } from '#server/db/schema.ts'
import { signTransaction } from '#server/db/sign-transaction.ts'
import { assignReviewer } from '#server/features/assigning/assign.ts'
import { keyOf } from '#server/features/files/blob-store.ts'
import { reportPayment } from '#server/features/payments/report-payment.ts'
import { verifyPayment } from '#server/features/payments/verify-payment.ts'
import { decideAsChair } from '#server/features/reviewing/conclude.ts'
import { decide } from '#server/features/reviewing/decide.ts'
import { decideAbstract } from '#server/features/submissions/decide-abstract.ts'
import { submitAbstract } from '#server/features/submissions/submit-abstract.ts'
import { submitPaper } from '#server/features/submissions/submit-paper.ts'
import { withdraw } from '#server/features/submissions/withdraw.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import type { Stage } from '#shared/submissions/states.ts'
import type { MadePerson } from './factories.ts'
import type { TestPortal } from './test-portal.ts'

export interface Cast {
  author: MadePerson
  reviewer: MadePerson
  admin: MadePerson
}

/** Both ids; also the parameters of every call about it. */
export type MadeSubmission = { abstractId: string; paperId: string }

/** A file as the intake hands it on; for tests in which nobody reads its bytes. */
export function uploadedFile(fileName = 'bridges.pdf'): UploadedFile {
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex')
  const measures = {
    md5: 'AAAAAAAAAAAAAAAAAAAAAA==',
    size: 1000,
    mime: 'application/pdf',
    pages: 3,
    title: null,
  }
  return { fileName, sha256, storageKey: keyOf(sha256), ...measures }
}

/** Runs an action as a person, past HTTP. */
function as<T>(t: TestPortal, person: MadePerson, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { role, name, email } = person
  const unsaid = { firstName: '', lastName: '', organization: '', phone: '', orcid: '', photoFileId: null }
  const actor = {
    kind: 'person' as const,
    userId: person.id,
    sessionId: randomUUID(),
    role,
    permissions: permissionsOf({ role, isStaff: false }),
    withheld: [],
    profile: { name, email, ...unsaid },
  }
  return t.transact(async (ctx) => {
    await signTransaction(ctx.tx, actor, ctx.now)
    return work({ ...ctx, actor })
  })
}

/**
 * Leads a new submission to a stage by the portal's own actions; the reviewer is assigned once there is a paper. Its
 * files have no bytes unless some are given.
 */
export async function submissionAt(
  t: TestPortal,
  stage: Stage,
  cast: Cast,
  nextFile: () => Promise<UploadedFile> = async () => uploadedFile(),
): Promise<MadeSubmission> {
  const { author, admin, reviewer } = cast
  const abstract = await nextFile()
  const { abstractId } = await as(t, author, (ctx) => submitAbstract(ctx, abstract))
  const made = { abstractId, paperId: '' }
  const onAbstract = (verdict: 'approve' | 'request_change' | 'decline') =>
    as(t, admin, (ctx) => decideAbstract(ctx, abstractId, verdict, 'because'))
  if (stage === 'abstract_submitted') return made
  if (stage === 'withdrawn') {
    await as(t, author, (ctx) => withdraw(ctx, abstractId, 'no time'))
    return made
  }
  if (stage === 'abstract_awaiting_resubmission') return onAbstract('request_change').then(() => made)
  if (stage === 'abstract_declined') return onAbstract('decline').then(() => made)
  await onAbstract('approve')
  if (stage === 'awaiting_paper') return made

  const paper = await nextFile()
  const { paperId } = await as(t, author, (ctx) => submitPaper(ctx, abstractId, paper))
  const withPaper = { abstractId, paperId }
  await as(t, admin, (ctx) => assignReviewer(ctx, paperId, { reviewerId: reviewer.id }))
  if (stage === 'paper_submitted') return withPaper
  const review = (verdict: 'approve' | 'request_change' | 'decline') =>
    as(t, reviewer, (ctx) =>
      decide(ctx, paperId, { verdict, score: verdict === 'decline' ? null : 50, comments: 'because' }),
    )
  if (stage === 'paper_awaiting_resubmission') return review('request_change').then(() => withPaper)
  if (stage === 'reviewer_declined' || stage === 'paper_declined') {
    await review('decline')
    if (stage === 'paper_declined')
      await as(t, admin, (ctx) => decideAsChair(ctx, paperId, 'decline', 'because'))
    return withPaper
  }
  await review('approve')
  if (stage === 'complete') {
    await as(t, author, (ctx) => reportPayment(ctx, paperId, {}))
    await as(t, admin, (ctx) => verifyPayment(ctx, paperId, {}))
  }
  return withPaper
}

/** The author puts another file in the place of a paper whose review has not begun. */
export async function replacePaper(t: TestPortal, { abstractId }: MadeSubmission, author: MadePerson) {
  await as(t, author, (ctx) => submitPaper(ctx, abstractId, uploadedFile()))
}

/** The organisers ask for changes to a paper under review, and the author uploads it anew: its next round begins. */
export async function nextRound(
  t: TestPortal,
  { abstractId, paperId }: MadeSubmission,
  { author, admin }: Pick<Cast, 'author' | 'admin'>,
): Promise<void> {
  await as(t, admin, (ctx) => decideAsChair(ctx, paperId, 'request_change', 'because'))
  await as(t, author, (ctx) => submitPaper(ctx, abstractId, uploadedFile()))
}

/** Lets a review be due at a moment that may have passed, as time does; the portal takes only what lies ahead. */
export async function letBeDue(
  t: TestPortal,
  reviewer: MadePerson,
  { paperId }: { paperId: string },
  dueAt: Date,
) {
  const paper = t.database.db
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.paperId, paperId))
  await t.database.db
    .update(assignments)
    .set({ dueAt })
    .where(and(eq(assignments.reviewerId, reviewer.id), inArray(assignments.submissionId, paper)))
}
