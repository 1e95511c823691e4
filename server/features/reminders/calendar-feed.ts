import { and, eq, isNull } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { opened, signed } from '#server/core/signed-key.ts'
import { calendarFeeds, users } from '#server/db/schema.ts'

/** One's own calendar's address; null: it is turned off. */
export async function calendarFeed(ctx: Ctx) {
  const mine = eq(calendarFeeds.userId, personOf(ctx).userId)
  const [feed] = await ctx.tx.select().from(calendarFeeds).where(mine)
  return { url: feed === undefined ? null : urlOf(ctx, feed.id) }
}

/** Turns one's own calendar on, or gives it a new link; the earlier one ends. */
export async function makeCalendarFeed(ctx: Ctx) {
  const { userId } = personOf(ctx)
  const id = ctx.newId()
  await ctx.tx
    .insert(calendarFeeds)
    .values({ userId, id, madeAt: ctx.now })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: { id, madeAt: ctx.now } })
  return { url: urlOf(ctx, id) }
}

/** Turns it off: whoever has the link gets 404. */
export async function endCalendarFeed(ctx: Ctx) {
  await ctx.tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, personOf(ctx).userId))
  return { message: 'The calendar is off; its link opens nothing any more.' }
}

/** Whose calendar a link opens. Refuses 404 for one that is forged, ended, or of somebody who is disabled. */
export async function ownerOf(ctx: Ctx, link: string) {
  const id = opened(ctx.secrets.calendar, link)
  if (id === undefined) throw notFound('That calendar')
  const [owner] = await ctx.tx
    .select({ id: users.id, role: users.role })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.id, id), isNull(users.disabledAt)))
  if (owner === undefined) throw notFound('That calendar')
  return owner
}

/** Derived from the feed's id, so that nothing usable is stored. */
const urlOf = (ctx: Ctx, id: string) =>
  `${ctx.config.publicUrl}/api/calendar/${signed(ctx.secrets.calendar, id)}.ics`
