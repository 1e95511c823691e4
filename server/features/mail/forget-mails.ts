import { and, inArray, lt } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import { emails } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'

/** Forgets mails that are done with, their history with them, after `keepMailDays`; what still waits stays. */
export const forgetMails: Chore = {
  name: 'forget_mails',
  run: async ({ tx, now }) => {
    const { keepMailDays } = await settingsOf(tx)
    const before = new Date(now.getTime() - keepMailDays * DAY_MS)
    const done = inArray(emails.state, ['sent', 'failed', 'bounced', 'kept', 'discarded'])
    await tx.delete(emails).where(and(done, lt(emails.createdAt, before)))
  },
}
