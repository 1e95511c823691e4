import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tell } from '#server/features/notices/tell.ts'

/** Tells those whose review of a paper was waited for (`openReviewersOf`) that it is not any more. */
export async function letReviewersGo(
  ctx: Ctx,
  waitedFor: readonly string[],
  paperId: string,
  message: Message,
): Promise<void> {
  await discardPutOffReviews(
    ctx,
    'gone',
    waitedFor.map((reviewerId) => ({ reviewerId, paperId })),
  )
  await tell(ctx, waitedFor, message)
}
