import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { message } from '#shared/core/page.ts'

/** One's own deadlines as a calendar to subscribe to (decisions.md §10). */

const feed = z.object({
  /** The secret link, whole; null: there is none. */
  url: z.url().nullable(),
})

export const calendarFeed = endpoint({
  method: 'GET',
  path: '/api/profile/calendar',
  tag: 'Account',
  summary: 'The secret link of one’s own calendar, if it is turned on.',
  access: 'signed-in',
  answer: feed,
})

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/profile/calendar',
  tag: 'Account',
  summary: 'Turns one’s own calendar on, or gives it a new link; an earlier link ends.',
  access: 'signed-in',
  answer: feed,
})

export const endCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/profile/calendar',
  tag: 'Account',
  summary: 'Turns one’s own calendar off: its link ends.',
  access: 'signed-in',
  answer: message,
})

export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/{link}.ics',
  tag: 'Account',
  summary: 'What its owner has to do and by when, as iCalendar (RFC 5545); the link is the key.',
  access: 'public',
  params: z.object({ link: z.string().max(200) }),
  answer: z.file(),
  refusals: ['not_found'],
})
