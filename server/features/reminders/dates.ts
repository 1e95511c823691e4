import type { Ctx } from '#server/core/ctx.ts'
import { line } from '#server/core/message.ts'
import { inZone } from '#server/features/settings/deadline.ts'
import { inDays } from './which-day.ts'

/** When something is due, as reminders say it. */
export const dates = {
  when: line('how far off that is', 'in 7 days'),
  due: line('the moment it is due', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
}
export const datesOf = (ctx: Ctx, dueAt: Date, timeZone: string) => ({
  when: inDays(dueAt, ctx.now, timeZone),
  due: inZone(dueAt, timeZone),
})
