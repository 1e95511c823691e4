import { and, asc, eq, gte, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import { anyOf } from '#server/db/any-of.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'

/** As many as one day's transaction takes; the next day takes the rest. */
const AT_ONCE = 20_000

/**
 * Forgets mails that are done with, their history with them, `keepMailDays` after the last that became of them: one that was
 * let go or sent again late stays as long as any other. What still waits stays.
 */
export const forgetMails: Chore = {
  name: 'forget_mails',
  run: async ({ tx, now }) => {
    const { keepMailDays } = await settingsOf(tx)
    const before = new Date(now.getTime() - keepMailDays * DAY_MS)
    const done = inArray(emails.state, ['sent', 'failed', 'bounced', 'kept', 'discarded'])
    const late = and(eq(emailEvents.emailId, emails.id), gte(emailEvents.at, before))
    const due = await tx
      .select({ id: emails.id })
      .from(emails)
      .where(
        and(
          done,
          lt(emails.createdAt, before),
          or(isNull(emails.sentAt), lt(emails.sentAt, before)),
          notExists(tx.select({ one: sql`1` }).from(emailEvents).where(late)),
        ),
      )
      .orderBy(asc(emails.createdAt), asc(emails.id))
      .limit(AT_ONCE)
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await tx.delete(emails).where(anyOf(emails.id, ids))
  },
}
