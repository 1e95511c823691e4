import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emails } from '#server/db/schema.ts'
import type { Chosen } from '#shared/mail/contract.ts'
import type { Afresh } from './afresh.ts'
import type { Mail } from './claim.ts'
import { asTheyWouldGo, writingOf } from './held-mails.ts'
import { chosenMails } from './list-emails.ts'
import { outOfDate, whyLeftOut } from './out-of-date.ts'
import { AT_ONCE, change, countOf, NAMED, went } from './resend.ts'
import { sendMail } from './send-mail-kind.ts'

/**
 * Lets held mails go. What nobody edited is written anew with what holds now. What was edited is sent as it was saved: where
 * it says a date or another fact that holds no longer it is left out and named, unless it is to go `anyway`. What would only
 * mislead is left out in any case: its submission was withdrawn or deleted, or another decision followed.
 */
export async function releaseEmails(
  ctx: Ctx,
  { anyway = false, ...chosen }: Chosen & { anyway?: boolean | undefined },
  afresh: Afresh,
) {
  const which = and(chosenMails(chosen), eq(emails.state, 'held'))
  const waiting = await ctx.tx
    .select()
    .from(emails)
    .where(which)
    .orderBy(emails.createdAt, emails.id)
    .limit(AT_ONCE)
    .for('update')
  const misleads = await misleading(ctx, waiting)
  const all = (await asTheyWouldGo(ctx, afresh, waiting)).map(({ mail, holdsNoLonger }) => {
    const changed = anyway || holdsNoLonger.length === 0 ? null : holdsNoLonger.join(' ')
    const edit = changed === null ? null : `${changed} Change it, or send it as it is from its page.`
    return { mail, reason: misleads.get(mail.id) ?? edit }
  })
  const going = all.filter(({ reason }) => reason === null).map(({ mail }) => mail)
  const kept = all.flatMap(({ mail: { id, toAddress, subject }, reason }) =>
    reason === null ? [] : [{ id, toAddress, subject, reason }],
  )
  await rewrite(ctx, waiting, going)
  const chosenNow = inArray(
    emails.id,
    going.map(({ id }) => id),
  )
  const ids = await change(ctx, and(chosenNow, eq(emails.state, 'held')), 'released', {
    state: 'queued',
    told: null,
  })
  await ctx.jobs.enqueue(
    ctx.tx,
    sendMail,
    ids.map((emailId) => ({ emailId })),
  )
  const leftOut = kept.slice(0, NAMED)
  const message = [
    ...(ids.length > 0 || leftOut.length === 0 ? [went(ctx, ids.length, 'on the way')] : []),
    ...whyLeftOut(leftOut),
  ]
  return {
    message: message.join(' '),
    done: ids.length,
    left: (await countOf(ctx, which)) - kept.length,
    leftOut,
  }
}

/** Why mails would only mislead if they went now, by their ids. */
async function misleading(ctx: Ctx, mails: readonly Mail[]): Promise<ReadonlyMap<string, string>> {
  const reason = outOfDate(ctx)
  const ids = mails.map(({ id }) => id)
  const found = await ctx.tx
    .select({ id: emails.id, reason })
    .from(emails)
    .where(and(inArray(emails.id, ids), isNotNull(reason)))
  return new Map(found.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]])))
}

/** Stores what was written anew and differs from what was stored. */
async function rewrite(ctx: Ctx, stored: readonly Mail[], going: readonly Mail[]): Promise<void> {
  const before = new Map(stored.map((mail) => [mail.id, mail]))
  for (const mail of going) {
    const was = before.get(mail.id)
    if (was?.subject === mail.subject && was.html === mail.html && was.toName === mail.toName) continue
    await ctx.tx.update(emails).set(writingOf(mail)).where(eq(emails.id, mail.id))
  }
}
