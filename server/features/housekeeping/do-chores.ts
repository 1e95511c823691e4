import { lt, sql } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { chores } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { calendarDay, dayNumber, hourIn } from '#shared/core/calendar.ts'

/** People get their reminders in the morning, by the conference's clocks. */
const FROM_HOUR = 7

type Transact = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Does each chore that is not done yet on this day of the conference's calendar, from seven in the morning on, and
 * gives the names of those it did. The day is noted in the chore's own transaction: of several processes one does it,
 * and what fails is done by the next call. One chore's failure keeps none of the others; it is thrown in the end.
 */
export async function doChores(all: readonly Chore[], transact: Transact): Promise<string[]> {
  const done: string[] = []
  const failures: unknown[] = []
  for (const chore of all) {
    try {
      if (await transact((ctx) => doOnce(ctx, chore))) done.push(chore.name)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every chore could be done.')
  return done
}

async function doOnce(ctx: Ctx, chore: Chore): Promise<boolean> {
  const { timeZone } = await settingsOf(ctx.tx)
  if (hourIn(ctx.now, timeZone) < FROM_HOUR) return false
  const day = calendarDay(dayNumber(ctx.now, timeZone))
  const noted = await ctx.tx
    .insert(chores)
    .values({ name: chore.name, day, doneAt: ctx.now })
    .onConflictDoUpdate({
      target: chores.name,
      set: { day: sql`excluded.day`, doneAt: sql`excluded.done_at` },
      setWhere: lt(chores.day, day),
    })
    .returning({ name: chores.name })
  if (noted.length === 0) return false
  await chore.run(ctx)
  return true
}
