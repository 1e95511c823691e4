import { and, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { mailsOf } from '#server/features/mail/mails-of.ts'
import { confirmNewEmail } from '#server/features/people/messages.ts'

/**
 * That a mail was sent to a person, at whichever address they had, is the portal's record; to whom, and what it said, no
 * more. What still waits is not sent.
 */
export async function forgetMails(
  ctx: Ctx,
  person: { id: string; email: string },
  nobody: string,
): Promise<void> {
  const removed = 'The account it was for was deleted.'
  const theirs = or(mailsOf(person), askedBy(person.id))
  await ctx.tx
    .update(emails)
    .set({ state: 'failed', lastAnswer: removed })
    .where(and(theirs, inArray(emails.state, ['queued', 'held'])))
  await ctx.tx
    .update(emailEvents)
    .set({ answer: '' })
    .where(inArray(emailEvents.emailId, ctx.tx.select({ id: emails.id }).from(emails).where(theirs)))
  await ctx.tx
    .update(emails)
    .set({
      toAddress: nobody,
      toName: '',
      body: '',
      text: removed,
      html: removed,
      // A server's answer may name the address.
      lastAnswer: removed,
      button: null,
      secrets: [],
      unsubscribe: null,
      attached: null,
      headers: null,
      told: null,
    })
    .where(theirs)
}

/** The links mailed to addresses that a person asked for: each mail was written in the moment of its link. */
const askedBy = (id: string) => sql`(${emails.kind} = ${confirmNewEmail.key}
  and lower(${emails.toAddress}) = any(array(select lower(address) from one_time_tokens
    where user_id = ${id} and address is not null))
  and exists (select from one_time_tokens t where t.user_id = ${id} and t.created_at = ${emails.createdAt}
    and lower(t.address) = lower(${emails.toAddress})))`
