import { desc } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emails } from '#server/db/schema.ts'
import { mailsOf } from '#server/features/mail/mails-of.ts'
import { type OwnFile, ROWS_MAX } from './own-file.ts'

/**
 * The mails to a person, at whichever address they had, newest first; those that were never let go without their words,
 * which nobody said.
 */
export async function myMails(ctx: Ctx, person: { id: string; email: string }) {
  const rows = await ctx.tx
    .select({
      id: emails.id,
      subject: emails.subject,
      state: emails.state,
      at: emails.createdAt,
      sentAt: emails.sentAt,
    })
    .from(emails)
    .where(mailsOf(person))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(ROWS_MAX)
  const files: OwnFile[] = []
  const told = rows.map(({ id, ...mail }, newer) => {
    if (mail.state === 'held' || mail.state === 'discarded') return mail
    // Numbered from the oldest, so that they stand in their order.
    const name = `mails/${String(rows.length - newer).padStart(5, '0')}.txt`
    files.push({ name, at: mail.sentAt ?? mail.at, from: { mail: id } })
    return { ...mail, inThisArchive: name }
  })
  return { told, files }
}
