import { eq } from 'drizzle-orm'
import { countedText } from '#server/affinity/typed-text.ts'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissionTexts } from '#server/db/schema.ts'
import { stageInWords } from '#shared/submissions/event-words.ts'
import { isOngoing } from '#shared/submissions/states.ts'
import type { SubmissionText } from '#shared/submissions/text-contract.ts'
import { lockOwnSubmission, ownSubmission } from './access.ts'
import { liveVersions } from './add-version.ts'
import { readTextJob } from './read-text-kind.ts'

async function rowOf(ctx: Ctx, submissionId: string) {
  const [row] = await ctx.tx
    .select()
    .from(submissionTexts)
    .where(eq(submissionTexts.submissionId, submissionId))
  return row
}

/** What the first pages of the abstract's PDF say; null where nobody read it yet. */
export async function firstPagesOf(ctx: Ctx, submissionId: string): Promise<string | null> {
  return (await rowOf(ctx, submissionId))?.readPage ?? null
}

/** What the portal read from one's own abstract. Refuses 404. */
export async function readSubmissionText(ctx: Ctx, abstractId: string): Promise<SubmissionText> {
  const submission = await ownSubmission(ctx, { abstractId })
  const row = await rowOf(ctx, submission.id)
  const [version] = await liveVersions(ctx, submission.id, 'abstract')
  const isRead = version === undefined || (row !== undefined && row.readAt >= version.createdAt)
  return {
    text: row?.text ?? '',
    readText: row?.readText ?? '',
    state: await stateOf(ctx, submission.id, isRead),
    hidden: row?.hidden ?? '',
    agreement: countedText(row?.text ?? '', row?.readText ?? '').agreement,
    canChange: isOngoing(submission.stage),
  }
}

async function stateOf(ctx: Ctx, submissionId: string, isRead: boolean): Promise<SubmissionText['state']> {
  if (isRead) return 'read'
  return (await ctx.jobs.isWaiting(readTextJob, { submissionId }, ctx.tx)) ? 'reading' : 'unread'
}

/**
 * Puts right what was read. A tab that typed over an older text gets 409 `stale` with the newer one in `details`. Refuses
 * 404, and 409 once the submission is decided.
 */
export async function saveSubmissionText(
  ctx: Ctx,
  abstractId: string,
  { text, over }: { text: string; over: string },
) {
  const submission = await lockOwnSubmission(ctx, { abstractId })
  if (!isOngoing(submission.stage)) {
    throw new AppError('wrong_state', `This is not possible now: ${stageInWords[submission.stage]}.`)
  }
  const row = await rowOf(ctx, submission.id)
  // What the portal read meanwhile are nobody's words: nothing that anybody wrote is lost.
  if ((row?.text ?? '') !== over && row?.text !== row?.readText) {
    throw new AppError('stale', 'This text was changed meanwhile.', { text: row?.text ?? '' })
  }
  await ctx.tx
    .insert(submissionTexts)
    .values({ submissionId: submission.id, text, readAt: new Date(0) })
    .onConflictDoUpdate({ target: submissionTexts.submissionId, set: { text } })
  return { message: 'Text saved.' }
}
