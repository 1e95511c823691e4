import { and, desc, eq, gt, inArray, max, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isNobody } from '#server/core/nobody.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { type Bounce, readBounces } from './read-bounces.ts'

/** A bounce that names no Message-ID of ours is about the last mail to that address, if it is not older. */
const RECENT_MS = 5 * 24 * 3600 * 1000

/**
 * Notes what the mail provider says of mails it could not deliver. Events about mails that are not ours are passed
 * over; the same event twice is noted once. Refuses 422 what is in no known format.
 */
export async function reportBounces(ctx: Ctx, body: unknown) {
  const bounces = readBounces(body)
  if (bounces === undefined) throw new AppError('invalid', 'This is no known webhook format.')
  let noted = 0
  for (const bounce of bounces) if (await noteBounce(ctx, bounce)) noted += 1
  return { noted }
}

/**
 * Notes what became of a mail, where it is ours; gives whether that was news. The same event twice since the mail was last sent is noted once. Of a
 * deleted account's mail the words are left out, as they may name the address.
 */
export async function noteBounce(ctx: Ctx, { deed, answer: said, ...about }: Bounce): Promise<boolean> {
  const mail = await mailOf(ctx, about)
  if (mail === undefined) return false
  const gone = isNobody(mail.toAddress)
  const answer = gone ? '' : said
  // Sent again, it may come back with the same words: that is another bounce.
  const [lastSent] = await ctx.tx
    .select({ id: max(emailEvents.id) })
    .from(emailEvents)
    .where(and(eq(emailEvents.emailId, mail.id), eq(emailEvents.deed, 'sent')))
  const [known] = await ctx.tx
    .select({ id: emailEvents.id })
    .from(emailEvents)
    .where(
      and(
        eq(emailEvents.emailId, mail.id),
        eq(emailEvents.deed, deed),
        eq(emailEvents.answer, answer),
        gt(emailEvents.id, lastSent?.id ?? 0),
      ),
    )
    .limit(1)
  if (known !== undefined) return false
  await ctx.tx.insert(emailEvents).values({ emailId: mail.id, at: ctx.now, deed, answer })
  if (deed === 'bounced')
    await ctx.tx
      .update(emails)
      .set({ state: 'bounced', ...(gone ? {} : { lastAnswer: answer }) })
      .where(eq(emails.id, mail.id))
  return true
}

/** The mail an event is about, held for this transaction: by our Message-ID, else the last one to the address. */
async function mailOf(ctx: Ctx, { messageId, recipient }: Pick<Bounce, 'messageId' | 'recipient'>) {
  const taken = inArray(emails.state, ['sent', 'bounced'])
  const bare = messageId.replace(/^<|>$/g, '')
  if (bare !== '') {
    const [named] = await ctx.tx
      .select({ id: emails.id, toAddress: emails.toAddress })
      .from(emails)
      .where(and(eq(emails.messageId, `<${bare}>`), taken))
      .for('update')
    if (named !== undefined) return named
  }
  const [last] = await ctx.tx
    .select({ id: emails.id, toAddress: emails.toAddress })
    .from(emails)
    .where(
      and(
        eq(sql`lower(${emails.toAddress})`, recipient.toLowerCase()),
        taken,
        gt(emails.sentAt, new Date(ctx.now.getTime() - RECENT_MS)),
      ),
    )
    .orderBy(desc(emails.sentAt), desc(emails.id))
    .limit(1)
    .for('update')
  return last
}
