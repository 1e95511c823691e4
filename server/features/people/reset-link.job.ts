import type { Ctx } from '#server/core/ctx.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { personById } from './find-person.ts'
import { resetYourPassword } from './messages.ts'
import { lastTokenAt, makeToken } from './one-time-token.ts'
import { tellOwner } from './register.ts'
import { resetLink } from './reset-link-kind.ts'
import { limits } from './throttle.ts'

type Transact = (work: (ctx: Ctx) => Promise<void>) => Promise<void>

/** Mails a link to set a new password to somebody who asked for it, or that the account is disabled; at most one a minute. */
export function resetLinkHandler(transact: Transact): JobHandler {
  return handlerFor(resetLink, async ({ userId }) => {
    if (userId === null) return
    await transact(async (ctx) => {
      const person = await personById(ctx, userId)
      if (person === undefined || person.deletedAt !== null) return
      if (person.disabledAt !== null) return tellOwner(ctx, person)
      const last = await lastTokenAt(ctx, 'reset_password', person.id)
      if (last !== undefined && ctx.now.getTime() - last.getTime() < limits.mail.windowMs) return
      const token = await makeToken(ctx, 'reset_password', person.id)
      await queueMail(ctx, recipientOf(person), resetYourPassword(ctx, token))
    })
  })
}
