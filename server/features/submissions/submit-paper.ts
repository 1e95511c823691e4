import { and, desc, eq, gte } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { reviews, submissionEvents } from '#server/db/schema.ts'
import { discardOvertaken } from '#server/features/mail/superseded.ts'
import { tell, tellEach } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { assertBeforeDeadline } from '#server/features/settings/deadline.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import type { MeantAs } from '#shared/submissions/contract.ts'
import { timelineKindOf } from '#shared/submissions/event-words.ts'
import { paperStatusOf, type SubmissionEvent } from '#shared/submissions/states.ts'
import { lockOwnSubmission, type Submission } from './access.ts'
import { addVersion, liveVersions } from './add-version.ts'
import { assertMeant } from './as-read.ts'
import { titlesAfter } from './details.ts'
import { move } from './move.ts'
import { openReviewersOf } from './open-reviewers-of.ts'
import { paperReceived, paperReplaced, paperResubmitted, revisedAfterDeadline } from './paper-messages.ts'
import { reviewsOfNewRound } from './review-due.ts'
import { firstPagesOf } from './text.ts'
import { downloadOf } from './view.ts'

/**
 * The full paper: the first one, a replacement before its review began, or the revised one as the next round.
 * Refuses 404, 409 (state, review begun, deadline; `stale` where it was meant as something else).
 */
export async function submitPaper(ctx: Ctx, abstractId: string, file: UploadedFile, as?: MeantAs) {
  const submission = await lockOwnSubmission(ctx, { abstractId })
  const event = eventOf(submission)
  const revises = event === 'resubmit_paper' || submission.paperRound > 1
  const moved = await move(ctx, await afterReviews(ctx, submission), event, {
    as: 'author',
    set: {
      ...titlesAfter(submission, file.title, await firstPagesOf(ctx, submission.id)),
      paperRound: event === 'replace_paper' ? submission.paperRound : submission.paperRound + 1,
    },
  })
  await discardOvertaken(ctx, [moved.id])
  if (event === 'replace_paper') await assertReviewNotBegun(ctx, submission)
  assertMeant(as, event === 'replace_paper' ? 'edit' : 'next')
  await assertBeforeDeadline(ctx, revises ? 'resubmission' : 'paper', submission.authorId)
  const replaces = event === 'replace_paper' && !(await wasDecidedOn(ctx, submission.id))
  const how = replaces ? 'replace' : 'next'
  const versionId = await addVersion(ctx, abstractId, 'paper', file, how, moved.updatedAt)
  await announce(ctx, moved, event)
  return {
    paperId: moved.paperId,
    status: paperStatusOf[moved.stage] ?? 'paper_submitted',
    downloadUrl: downloadOf(ctx, { id: versionId }),
    message: 'Submitted successfully',
  }
}

function eventOf({ stage }: Submission): SubmissionEvent {
  if (stage === 'paper_submitted') return 'replace_paper'
  return stage === 'paper_awaiting_resubmission' ? 'resubmit_paper' : 'submit_paper'
}

/** Edits end when the review starts (portal.md §2 "Author instructions"): with the first review of the round. */
export async function assertReviewNotBegun(ctx: Ctx, { id, paperRound }: Submission): Promise<void> {
  const [begun] = await ctx.tx
    .select({ count: countAll })
    .from(reviews)
    .where(and(eq(reviews.submissionId, id), eq(reviews.round, paperRound)))
  if (begun !== undefined && begun.count > 0) {
    throw new AppError('wrong_state', 'The review of this paper has begun; it can no longer be changed.')
  }
}

/** Whether a decision on the newest file was taken back: it stays then, and what is sent in its place is the next version. */
async function wasDecidedOn(ctx: Ctx, submissionId: string): Promise<boolean> {
  const [newest] = await liveVersions(ctx, submissionId, 'paper')
  if (newest === undefined) return false
  const [reopened] = await ctx.tx
    .select({ id: submissionEvents.id })
    .from(submissionEvents)
    .where(
      and(
        eq(submissionEvents.submissionId, submissionId),
        eq(submissionEvents.kind, timelineKindOf.reopen_paper),
        gte(submissionEvents.at, newest.createdAt),
      ),
    )
    .limit(1)
  return reopened !== undefined
}

/**
 * The submission as of its last review, which may have moved nothing: what comes next is after that, also where the clock was set
 * back. Who reviewed the file before and was taken off does not read the next one.
 */
async function afterReviews(ctx: Ctx, submission: Submission): Promise<Submission> {
  const [last] = await ctx.tx
    .select({ at: reviews.submittedAt })
    .from(reviews)
    .where(eq(reviews.submissionId, submission.id))
    .orderBy(desc(reviews.submittedAt))
    .limit(1)
  return last !== undefined && last.at > submission.updatedAt
    ? { ...submission, updatedAt: last.at }
    : submission
}

async function announce(ctx: Ctx, moved: Submission, event: SubmissionEvent): Promise<void> {
  // Who was told that a deleted paper needs no review stays assigned to the next one.
  if (event !== 'resubmit_paper')
    await tell(ctx, await openReviewersOf(ctx, moved.id), paperReplaced(ctx, moved))
  if (event === 'replace_paper') return
  await tell(ctx, [moved.authorId], paperReceived(ctx, moved))
  if (event !== 'resubmit_paper') return
  const theirs = await reviewsOfNewRound(ctx, moved.id)
  await tellEach(
    ctx,
    theirs.map((one) => ({ userId: one.userId, message: paperResubmitted(ctx, moved, one) })),
  )
  const late = theirs.find(({ closed }) => closed !== '')
  if (late !== undefined) await tell(ctx, await adminIds(ctx), revisedAfterDeadline(ctx, moved, late.closed))
}
