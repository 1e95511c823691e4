import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { textInForce } from '#server/features/mail/texts.ts'
import { personById } from '#server/features/people/find-person.ts'
import { paperDecision, paperEventOf } from '#server/features/reviewing/conclude.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { anySubmission, type Submission } from '#server/features/submissions/access.ts'
import { abstractDecision, abstractEventOf } from '#server/features/submissions/decide-abstract.ts'
import { assertMay } from '#server/features/submissions/move.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import { preview } from './draft.ts'

/** A decision that is not taken yet. */
interface Decision {
  verdict: ReviewVerdict
  comments: string
}

/** The mail by which an author would learn of a decision on an abstract. Refuses 404, 409 where none can be taken. */
export async function abstractDecisionMail(ctx: Ctx, abstractId: string, { verdict, comments }: Decision) {
  const submission = await anySubmission(ctx, { abstractId })
  assertMay(submission.stage, abstractEventOf[verdict])
  return arriving(ctx, submission, await abstractDecision(ctx, submission, verdict, comments))
}

/** As {@link abstractDecisionMail}, for an organiser's decision on a paper. */
export async function paperDecisionMail(ctx: Ctx, paperId: string, { verdict, comments }: Decision) {
  const submission = await anySubmission(ctx, { paperId })
  assertMay(submission.stage, paperEventOf(verdict, 'admin'))
  return arriving(ctx, submission, await paperDecision(ctx, submission, verdict, comments))
}

async function arriving(ctx: Ctx, { id, authorId }: Submission, message: Message) {
  const author = await personById(ctx, authorId)
  if (author === undefined) throw new Error(`submission ${id} has no author`)
  const { name, address } = recipientOf(author)
  const told = author.disabledAt === null
  const { text } = await textInForce(ctx.tx, message.kind)
  const { holdDecisionMails } = await settingsOf(ctx.tx)
  return {
    ...(await preview(ctx, message, text, name)),
    to: { name, email: address },
    told,
    held: told && holdDecisionMails,
  }
}
