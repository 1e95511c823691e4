import type { Ctx } from '#server/core/ctx.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { personById } from './find-person.ts'
import { resetYourPassword } from './messages.ts'
import { makeToken } from './one-time-token.ts'
import { tellOwner } from './register.ts'
import { resetLink } from './reset-link-kind.ts'
import { mayMailUnasked } from './unasked-mail.ts'

type Transact = (work: (ctx: Ctx) => Promise<void>) => Promise<void>

/** Mails a link to set a new password to somebody who asked for it, or that the account is disabled; no more often than `mayMailUnasked` lets. */
export function resetLinkHandler(transact: Transact): JobHandler {
  return handlerFor(resetLink, async ({ userId }) => {
    if (userId === null) return
    await transact(async (ctx) => {
      const person = await personById(ctx, userId)
      if (person === undefined || person.deletedAt !== null) return
      if (person.disabledAt !== null) return tellOwner(ctx, person)
      if (!(await mayMailUnasked(ctx, person.email, 'reset_password'))) return
      const token = await makeToken(ctx, 'reset_password', person.id)
      await queueMail(ctx, recipientOf(person), resetYourPassword(ctx, token))
    })
  })
}
