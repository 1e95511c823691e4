import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emails } from '#server/db/schema.ts'
import type { Chosen } from '#shared/mail/contract.ts'
import type { Afresh } from './afresh.ts'
import type { Mail } from './claim.ts'
import { asTheyWouldGo } from './held-mails.ts'
import { chosenMails } from './list-emails.ts'
import { whyLeftOut } from './out-of-date.ts'
import { AT_ONCE, change, countOf, NAMED, went } from './resend.ts'
import { sendMail } from './send-mail-kind.ts'

/**
 * Lets held mails go. What nobody edited is written anew with what holds now. What was edited is sent as it was saved: where
 * it says a date or another fact that holds no longer it is left out and named, unless it is to go `anyway`.
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
  const all = await asTheyWouldGo(ctx, afresh, waiting)
  const kept = all.filter(({ holdsNoLonger }) => !anyway && holdsNoLonger.length > 0)
  const going = all.filter((one) => !kept.includes(one)).map(({ mail }) => mail)
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
  const leftOut = kept.slice(0, NAMED).map(({ mail: { id, toAddress, subject }, holdsNoLonger }) => {
    const reason = `${holdsNoLonger.join(' ')} Change it, or send it as it is from its page.`
    return { id, toAddress, subject, reason }
  })
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

/** Stores what was written anew and differs from what was stored. */
async function rewrite(ctx: Ctx, stored: readonly Mail[], going: readonly Mail[]): Promise<void> {
  const before = new Map(stored.map((mail) => [mail.id, mail]))
  for (const { id, kind, toName, subject, body, button, text, html } of going) {
    const was = before.get(id)
    if (was?.subject === subject && was.html === html && was.toName === toName) continue
    await ctx.tx
      .update(emails)
      .set({ kind, toName, subject, body, button, text, html })
      .where(eq(emails.id, id))
  }
}
