import { lt } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import { notices } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'

/** Forgets notifications after `keepNoticeDays`, read or not: what they told of stands where it happened. */
export const forgetNotices: Chore = {
  name: 'forget_notices',
  run: async ({ tx, now }) => {
    const { keepNoticeDays } = await settingsOf(tx)
    await tx.delete(notices).where(lt(notices.createdAt, new Date(now.getTime() - keepNoticeDays * DAY_MS)))
  },
}
