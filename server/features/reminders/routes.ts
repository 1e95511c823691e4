import type { Portal } from '#server/http/portal.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import * as contract from '#shared/reminders/contract.ts'
import { calendarFeed, endCalendarFeed, makeCalendarFeed, ownerOf } from './calendar-feed.ts'
import { writeCalendar } from './write-calendar.ts'

/** One's own deadlines as a calendar (decisions.md §10). */
export function reminderRoutes(portal: Portal): void {
  serve(portal, contract.calendarFeed, (ctx) => calendarFeed(ctx))
  serve(portal, contract.makeCalendarFeed, (ctx) => makeCalendarFeed(ctx))
  serve(portal, contract.endCalendarFeed, (ctx) => endCalendarFeed(ctx))
  serveRaw(portal, contract.readCalendar, async (ctx, { params }, _request, reply) =>
    reply
      .headers({ 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'private, no-store' })
      .send(await writeCalendar(ctx, await ownerOf(ctx, params.link))),
  )
}
