import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emailEvents, emails } from '#server/db/schema.ts'

/** That a mail was sent is the portal's record; to whom, and what it said, no more. What still waits is not sent. */
export async function forgetMails(ctx: Ctx, email: string, nobody: string): Promise<void> {
  const removed = 'The account it was for was deleted.'
  const theirs = eq(sql`lower(${emails.toAddress})`, email.toLowerCase())
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
    })
    .where(theirs)
}
