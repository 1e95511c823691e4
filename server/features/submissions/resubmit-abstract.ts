import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { discardOvertaken } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { assertBeforeDeadline } from '#server/features/settings/deadline.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import type { MeantAs } from '#shared/submissions/contract.ts'
import { stageInWords } from '#shared/submissions/event-words.ts'
import { editDeadlineOf, mayReplaceAbstract } from './abilities.ts'
import { lockOwnSubmission } from './access.ts'
import { addVersion } from './add-version.ts'
import { assertMeant } from './as-read.ts'
import { titlesAfter } from './details.ts'
import { abstractResubmitted } from './messages.ts'
import { move } from './move.ts'

/**
 * A new version after a provisional acceptance; otherwise, where the table allows editing, a replacement of the
 * newest version (portal.md §4, decisions.md §7). Refuses 404, 409 (state, deadline;
 * `stale` where it was meant as the other).
 */
export async function resubmitAbstract(ctx: Ctx, abstractId: string, file: UploadedFile, as?: MeantAs) {
  const submission = await lockOwnSubmission(ctx, { abstractId })
  const titles = titlesAfter(submission, file.title, null)
  if (submission.stage === 'abstract_awaiting_resubmission') {
    assertMeant(as, 'next')
    await assertBeforeDeadline(ctx, 'resubmission', submission.authorId)
    const moved = await move(ctx, submission, 'resubmit_abstract', {
      as: 'author',
      set: { abstractRound: submission.abstractRound + 1, ...titles },
    })
    await discardOvertaken(ctx, [moved.id])
    await addVersion(ctx, abstractId, 'abstract', file, 'next', moved.updatedAt)
    await tell(ctx, await adminIds(ctx), abstractResubmitted(ctx, moved))
    return { abstractId, message: 'Submitted successfully' }
  }
  if (!mayReplaceAbstract(submission)) {
    throw new AppError('wrong_state', `This is not possible now: ${stageInWords[submission.stage]}.`)
  }
  assertMeant(as, 'edit')
  const deadline = editDeadlineOf(submission.abstractRound, 'abstract')
  await move(ctx, submission, 'replace_abstract', { as: 'author', set: titles })
  await assertBeforeDeadline(ctx, deadline, submission.authorId)
  await addVersion(ctx, abstractId, 'abstract', file, 'replace')
  return { abstractId, message: 'Submitted successfully' }
}
