import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import { emails } from '#server/db/schema.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Mail } from './claim.ts'

/** How long a mail is tried. */
const GIVEN_UP_MS = 3 * 24 * 60 * 60_000

/** As many of the oldest mails that wait as an answer looks at. */
const LOOKED_AT = 100

/** Since when a mail waits: it was written, or later let go or sent again. */
const waitsSince = sql`coalesce(
  (select max(event.at) from email_events event
    where event.email_id = emails.id and event.deed in ('released', 'resent')),
  emails.created_at)`.mapWith(emails.createdAt)

/** When the mail server put a mail off that nobody let go or sent again since; null otherwise. */
const putOffAt = sql<Date | null>`(
  select case event.deed when 'put_off' then event.at end from email_events event
    where event.email_id = emails.id and event.deed in ('put_off', 'released', 'resent')
    order by event.id desc limit 1)`.mapWith(emails.createdAt)

/** Whether a mail that the server would not take was tried for so long that no other try follows. */
export async function isGivenUp(db: Db, { id, createdAt }: Mail, now: Date): Promise<boolean> {
  const isLong = (since: Date) => now.getTime() - since.getTime() >= GIVEN_UP_MS
  if (!isLong(createdAt)) return false
  const [mail] = await db.select({ since: waitsSince }).from(emails).where(eq(emails.id, id))
  return mail === undefined || isLong(mail.since)
}

/**
 * Of the mails that are to be sent, the oldest: since when the first of them waits, and the mail server's last words to one that
 * it put off meanwhile; null where none waits.
 */
export async function waitingMails(ctx: Ctx) {
  const oldest = await ctx.tx
    .select({ since: waitsSince, putOffAt, answer: emails.lastAnswer })
    .from(emails)
    .where(eq(emails.state, 'queued'))
    .orderBy(emails.createdAt, emails.id)
    .limit(LOOKED_AT)
  const [first] = oldest.map(({ since }) => since).sort((a, b) => a.getTime() - b.getTime())
  if (first === undefined) return null
  const [last] = oldest
    .flatMap(({ putOffAt: at, answer }) => (at === null ? [] : [{ at, answer }]))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  return { since: toTimestamp(first), answer: last?.answer ?? null }
}
