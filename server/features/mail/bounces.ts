import { and, desc, eq, gt, inArray, isNull, max, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isNobody } from '#server/core/nobody.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { withAsciiDomain } from '#shared/core/mail-address.ts'
import type { EmailState } from '#shared/mail/states.ts'
import { type Bounce, readBounces } from './read-bounces.ts'

/** A bounce that names no Message-ID is about the last mail to that address, if it is not older. */
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
 * Notes what became of a mail, where it is ours; gives whether that was news. The same event twice since the mail was last
 * sent, or of the same earlier sending, is noted once. An earlier sending that came back says nothing of the one after it,
 * nor does a try whose yes never reached us of the next: the mail stays as it is. Of a deleted account's mail the words are
 * left out, as they may name the address.
 */
export async function noteBounce(ctx: Ctx, { deed, answer: said, ...about }: Bounce): Promise<boolean> {
  const found = await mailOf(ctx, about)
  if (found === undefined) return false
  const { mail, messageId, isOther } = found
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
        isOther ? eq(emailEvents.messageId, messageId) : gt(emailEvents.id, lastSent?.id ?? 0),
        isOther ? undefined : or(isNull(emailEvents.messageId), eq(emailEvents.messageId, mail.messageId)),
      ),
    )
    .limit(1)
  if (known !== undefined) return false
  await ctx.tx.insert(emailEvents).values({ emailId: mail.id, at: ctx.now, deed, answer, messageId })
  if (deed === 'bounced' && !isOther)
    await ctx.tx
      .update(emails)
      .set({ state: 'bounced', ...(gone ? {} : { lastAnswer: answer }) })
      .where(eq(emails.id, mail.id))
  return true
}

const taken = ['sent', 'bounced'] as const
const isTaken = (state: EmailState) => taken.some((one) => one === state)

/**
 * The mail an event is about, held for this transaction, and under which Message-ID it was sent: by our Message-ID, of its
 * last sending or of another one (`isOther`); where none is named, the last mail to the address.
 */
async function mailOf(ctx: Ctx, { messageId, recipient }: Pick<Bounce, 'messageId' | 'recipient'>) {
  const mail = { id: emails.id, toAddress: emails.toAddress, messageId: emails.messageId }
  const bare = messageId.replace(/^<|>$/g, '')
  if (bare !== '') {
    const named = `<${bare}>`
    const [last] = await ctx.tx
      .select({ ...mail, state: emails.state })
      .from(emails)
      .where(eq(emails.messageId, named))
      .for('update')
    // Waiting or failed: a server took it and its yes never reached us. What came back is of that try.
    if (last !== undefined) return { mail: last, messageId: named, isOther: !isTaken(last.state) }
    const tries = ctx.tx
      .select({ id: emailEvents.emailId })
      .from(emailEvents)
      .where(eq(emailEvents.messageId, named))
    const [earlier] = await ctx.tx
      .select(mail)
      .from(emails)
      .where(and(inArray(emails.id, tries), ne(emails.messageId, named)))
      .for('update')
    // A Message-ID that is not ours: a mail of somebody else's to the same address.
    return earlier === undefined ? undefined : { mail: earlier, messageId: named, isOther: true }
  }
  const [last] = await ctx.tx
    .select(mail)
    .from(emails)
    .where(
      and(
        eq(sql`lower(${emails.toAddress})`, withAsciiDomain(recipient).toLowerCase()),
        inArray(emails.state, [...taken]),
        gt(emails.sentAt, new Date(ctx.now.getTime() - RECENT_MS)),
      ),
    )
    .orderBy(desc(emails.sentAt), desc(emails.id))
    .limit(1)
    .for('update')
  return last === undefined ? undefined : { mail: last, messageId: last.messageId, isOther: false }
}
