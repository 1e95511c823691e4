import { and, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { mailsOf } from '#server/features/mail/mails-of.ts'
import { type Called, calledBy } from '#server/features/mail/recipient.ts'
import { confirmNewEmail } from '#server/features/people/messages.ts'

/** In the place of a subject that named the person. */
const UNNAMED = 'Mail to a deleted account'

/** Who is forgotten, as they were called. */
interface Forgotten extends Called {
  id: string
  email: string
}

/**
 * That a mail was sent to a person, at whichever address they had, is the portal's record; to whom, and what it said, no
 * more, nor a subject that names them. What still waits is not sent.
 */
export async function forgetMails(ctx: Ctx, person: Forgotten, nobody: string): Promise<void> {
  const removed = 'The account it was for was deleted.'
  const theirs = or(mailsOf(person), askedBy(person.id))
  const subjects = await ctx.tx
    .select({
      id: emails.id,
      subject: emails.subject,
      toName: emails.toName,
      toAddress: emails.toAddress,
    })
    .from(emails)
    .where(theirs)
  const naming = subjects.filter((mail) => names(mail.subject, [mail.toName, mail.toAddress], person))
  if (naming.length > 0)
    await ctx.tx
      .update(emails)
      .set({ subject: UNNAMED })
      .where(
        anyOf(
          emails.id,
          naming.map(({ id }) => id),
        ),
      )
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

/**
 * Whether a subject names somebody: by a name or address as a whole, or by a part of the name that stands alone and is more
 * than initials, as where a mail calls them by their first name.
 */
function names(subject: string, called: readonly string[], { email, ...person }: Forgotten): boolean {
  const wholes = [...called, email, calledBy(person), person.name, person.firstName, person.lastName]
  const lower = subject.toLowerCase()
  const parts = wholes.filter((one) => !one.includes('@')).flatMap((one) => wordsOf(one))
  return (
    wholes.some((one) => one.length > 2 && lower.includes(one.toLowerCase())) ||
    wordsOf(subject).some((word) => word.length > 2 && parts.includes(word))
  )
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\d]+/gu) ?? []

/** The links mailed to addresses that a person asked for: each mail was written in the moment of its link. */
const askedBy = (id: string) => sql`(${emails.kind} = ${confirmNewEmail.key}
  and lower(${emails.toAddress}) = any(array(select lower(address) from one_time_tokens
    where user_id = ${id} and address is not null))
  and exists (select from one_time_tokens t where t.user_id = ${id} and t.created_at = ${emails.createdAt}
    and lower(t.address) = lower(${emails.toAddress})))`
