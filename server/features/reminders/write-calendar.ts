import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Ctx } from '#server/core/ctx.ts'
import { deadlineFor } from '#server/features/settings/deadline.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { authorLink, reviewerLink } from '#server/features/submissions/placeholders.ts'
import type { Role } from '#shared/core/roles.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { abstractDues, uploadDues } from './author-dues.ts'
import { everybodysDeadlines } from './deadlines-of.ts'
import { toDo } from './messages.ts'
import { reviewDues } from './review-dues.ts'

/** As long as an entry is shown, up to the moment that it is due. */
const SHOWN_MS = 30 * 60_000
/** What a calendar without entries holds instead, as it must hold something (RFC 5545 §3.6). */
const UTC = {
  name: 'Etc/UTC',
  generator: () =>
    [
      'BEGIN:VTIMEZONE',
      'TZID:Etc/UTC',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0000',
      'TZNAME:UTC',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n'),
}
/** How often a calendar should ask again, in seconds. */
const REFRESH_S = 6 * 3600

interface Entry {
  id: string
  dueAt: Date
  summary: string
  url: string
}

/** What a person has to do and by when, as iCalendar (RFC 5545); for organisers the conference's deadlines too. */
export async function writeCalendar(ctx: Ctx, { id, role }: { id: string; role: Role }): Promise<string> {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const deadlinesOf = await everybodysDeadlines(ctx, settings, id)
  const { publicUrl } = ctx.config
  const uploads = [...(await abstractDues(ctx, deadlinesOf, id)), ...(await uploadDues(ctx, deadlinesOf, id))]
  const reviews = await reviewDues(ctx, deadlinesOf, id)
  const entries: Entry[] = [
    ...uploads.map((due) => ({
      id: due.thing,
      dueAt: due.dueAt,
      summary: [toDo(due.kind), due.name].filter(Boolean).join(': '),
      url: due.abstractId === '' ? `${publicUrl}/author` : authorLink(ctx, due.abstractId),
    })),
    ...reviews.map((due) => ({
      id: due.thing,
      dueAt: due.dueAt,
      summary: `Write your review: ${due.name}`,
      url: reviewerLink(ctx, due.name),
    })),
    ...(role === 'admin' ? deadlineKinds : []).flatMap((kind) => {
      const dueAt = settings.deadlines[kind]
      const summary = `Deadline for ${deadlineFor[kind]}`
      return dueAt === null
        ? []
        : [{ id: `deadline:${kind}`, dueAt: new Date(dueAt), summary, url: `${publicUrl}/admin` }]
    }),
  ]
  const calendar = ical({
    name: settings.conferenceName,
    prodId: { company: 'Lectern', product: 'Deadlines', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
    ...(entries.length === 0 ? { timezone: UTC } : {}),
  })
  for (const { id: uid, dueAt, summary, url } of entries) {
    calendar.createEvent({
      id: `${uid}@${new URL(publicUrl).hostname}`,
      start: new Date(dueAt.getTime() - SHOWN_MS),
      end: dueAt,
      stamp: ctx.now,
      summary,
      description: `${summary}.\nOpen it: ${url}`,
      url,
    })
  }
  return calendar.toString()
}
