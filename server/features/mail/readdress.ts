import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { mailsOf } from './mails-of.ts'

/**
 * Lets the mails that did not reach somebody yet at the address that they give up now go to the new one, where they are sent or
 * sent again: those that are held, wait for a try, failed or came back. Their history says so. Of the kinds that are `bound` to
 * the address that they were written to, none does.
 */
export async function readdress(
  ctx: Ctx,
  from: { id: string; email: string },
  to: string,
  bound: readonly string[],
): Promise<void> {
  const toThere = eq(sql`lower(${emails.toAddress})`, from.email.toLowerCase())
  const moved = await ctx.tx
    .update(emails)
    .set({ toAddress: to })
    .where(
      and(
        inArray(emails.state, ['held', 'queued', 'failed', 'bounced']),
        toThere,
        mailsOf(from),
        notInArray(emails.kind, [...bound]),
      ),
    )
    .returning({ id: emails.id })
  if (moved.length === 0) return
  const answer = 'The recipient’s address was changed.'
  await ctx.tx
    .insert(emailEvents)
    .values(moved.map(({ id }) => ({ emailId: id, at: ctx.now, deed: 'edited' as const, answer })))
}
