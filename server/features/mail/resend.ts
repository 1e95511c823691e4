import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import type { Chosen } from '#shared/mail/contract.ts'
import type { EmailDeed, EmailState } from '#shared/mail/states.ts'
import { chosenMails } from './list-emails.ts'
import { saidOfMail } from './on-its-way.ts'
import { outOfDate, whyLeftOut } from './out-of-date.ts'
import { sendMail } from './send-mail-kind.ts'

/** As many mails as one call touches. */
export const AT_ONCE = 1000

/** What may be sent (again); the address of a deleted account is none. */
const sendable = and(
  inArray(emails.state, ['queued', 'sent', 'failed', 'bounced', 'kept']),
  sql`${emails.toAddress} not like '%.invalid'`,
)

/**
 * A mail that a server took before gets a new Message-ID, or mail programs would take it for the one they have; any
 * other keeps its own, as the server may have taken it before the answer was lost.
 */
const nextMessageId = (ctx: Ctx): SQL<string> =>
  sql`case when ${emails.state} in ('sent', 'bounced')
    then '<' || ${emails.id} || '.' || ${emails.attempts} || '@' || ${new URL(ctx.config.publicUrl).hostname}::text || '>'
    else ${emails.messageId} end`

/** Of a mail that waits: nobody sent it again since it was put off, so that a further call goes on with others. */
const isNotOnItsWay = sql`(select event.deed from email_events event
  where event.email_id = ${emails.id} order by event.id desc limit 1) is distinct from 'resent'`

/** As many of those that were left out as an answer names. */
export const NAMED = 100

/** Sends a mail again, or now instead of at its next try. Refuses 404, 409 (what it says is so no longer). */
export async function retryEmail(ctx: Ctx, emailId: string) {
  const [mail] = await ctx.tx
    .select({ state: emails.state, reason: outOfDate(ctx) })
    .from(emails)
    .where(eq(emails.id, emailId))
  if (mail === undefined) throw notFound('That mail')
  if (mail.state !== 'held' && mail.reason !== null)
    throw new AppError('wrong_state', `This mail is not sent again. ${mail.reason}`)
  const [id] = await sendAgain(ctx, eq(emails.id, emailId))
  if (id === undefined) {
    const why = mail.state === 'held' ? 'it is held; let it go instead' : 'nobody is to get it now'
    throw new AppError('wrong_state', `This mail cannot be sent: ${why}.`)
  }
  const words = { sent: 'The mail is on its way again.', written: 'The mail is not sent.' }
  return { message: saidOfMail(ctx.config, words) }
}

/** Sends many again; tells how many that match are left for another call, and which are left out as they would mislead. */
export async function retryEmails(ctx: Ctx, chosen: Chosen) {
  const isOfWaiting = 'matching' in chosen && chosen.matching.status === 'queued'
  const all = and(chosenMails(chosen), sendable, isOfWaiting ? isNotOnItsWay : undefined)
  const reason = outOfDate(ctx)
  const leftOut = await ctx.tx
    .select({
      id: emails.id,
      toAddress: emails.toAddress,
      subject: emails.subject,
      reason: reason.as('reason'),
    })
    .from(emails)
    .where(and(all, isNotNull(reason)))
    .orderBy(emails.createdAt, emails.id)
    .limit(NAMED)
  const which = and(all, isNull(reason))
  const done = (await sendAgain(ctx, which)).length
  const left = 'ids' in chosen ? 0 : await countOf(ctx, which)
  const message = [
    ...(done > 0 || leftOut.length === 0 ? [went(ctx, done, 'on the way again')] : []),
    ...whyLeftOut(leftOut),
  ]
  return { message: message.join(' '), done, left, leftOut }
}

async function sendAgain(ctx: Ctx, which: SQL | undefined): Promise<string[]> {
  const ids = await change(ctx, and(which, sendable), 'resent', {
    state: 'queued',
    messageId: nextMessageId(ctx),
  })
  await ctx.jobs.enqueue(
    ctx.tx,
    sendMail,
    ids.map((emailId) => ({ emailId })),
  )
  return ids
}

/** Puts held mails away unsent. */
export async function discardEmails(ctx: Ctx, chosen: Chosen) {
  const which = and(chosenMails(chosen), eq(emails.state, 'held'))
  const ids = await change(ctx, which, 'discarded', { state: 'discarded' })
  return {
    message: said(ids.length, 'put away unsent'),
    done: ids.length,
    left: await countOf(ctx, which),
  }
}

/** Changes the oldest that match, at most as many as one call may, gives them oldest first, and notes the deed in each one's history. */
export async function change(
  ctx: Ctx,
  which: SQL | undefined,
  deed: EmailDeed,
  set: { state: EmailState; messageId?: SQL<string>; told?: null },
): Promise<string[]> {
  const oldest = ctx.tx
    .select({ id: emails.id })
    .from(emails)
    .where(which)
    .orderBy(emails.createdAt, emails.id)
    .limit(AT_ONCE)
    .for('update')
  const changed = await ctx.tx
    .update(emails)
    .set(set)
    .where(inArray(emails.id, oldest))
    .returning({ id: emails.id, createdAt: emails.createdAt })
  // An update gives its rows in no certain order.
  changed.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
  const actorId = personOf(ctx).userId
  if (changed.length > 0)
    await ctx.tx
      .insert(emailEvents)
      .values(changed.map(({ id }) => ({ emailId: id, at: ctx.now, deed, actorId })))
  return changed.map(({ id }) => id)
}

export async function countOf(ctx: Ctx, which: SQL | undefined): Promise<number> {
  return ctx.tx.$count(emails, which)
}

/** What became of mails that were let go or sent again. */
export function went(ctx: Ctx, count: number, how: string): string {
  if (count === 0) return said(count, how)
  return saidOfMail(ctx.config, { sent: said(count, how), written: said(count, 'not sent') })
}

/** What was done; that somebody else was faster where nothing was. */
function said(count: number, done: string): string {
  if (count === 0) return 'Nothing was left to do: these mails were dealt with before.'
  return `${count === 1 ? '1 mail is' : `${count} mails are`} ${done}.`
}
