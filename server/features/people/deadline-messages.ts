import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'
import { dayIn, deadlineFor, inZone } from '#server/features/settings/deadline.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'

/** Mails about one person's own deadlines (decisions.md §7, §10). */

/** An extension and any other change are told in nearly the same words. */
const deadline = (key: string, when: string, title: string, subject: string, lead: string) =>
  messageKind({
    key,
    group: 'submission',
    to: 'The person',
    when,
    placeholders: {
      what: line('what it is the deadline for', 'papers'),
      day: line('the day', '10 May 2026'),
      until: line('the moment, in the conference’s zone', '10 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
      utc: {
        ...line('the same in UTC, where the conference’s zone is another', '10 May 2026 at 21:59 (UTC)'),
        optional: true,
      },
    },
    notice: { opens: null, title, body: `${lead} Your deadline is now {until}.` },
    subject,
    body: `${lead}

It is now {until}.

That is {utc}.`,
    button: 'Open the portal',
  })
const moreTime = deadline(
  'deadline_extended',
  'Somebody got more time for themselves alone.',
  'More time: {what}',
  'More time for {what}: {day}',
  'You have more time for {what}.',
)
const otherTime = deadline(
  'deadline_changed',
  'Somebody’s own deadline was changed or taken away.',
  'Your deadline for {what} has changed',
  'Your deadline for {what} is {day}',
  'Your deadline for {what} has changed.',
)

interface ChangedDeadline {
  kind: DeadlineKind
  at: Date
  /** Later than it was for them before. */
  later: boolean
  /** The conference's. */
  timeZone: string
}

export function deadlineChanged(ctx: Ctx, { kind, at, later, timeZone }: ChangedDeadline): Message {
  const values = {
    what: deadlineFor[kind],
    day: dayIn(at, timeZone),
    until: inZone(at, timeZone),
    utc: timeZone === 'UTC' ? '' : inZone(at, 'UTC'),
  }
  return (later ? moreTime : otherTime).of(values, ctx.config.publicUrl)
}

export const deadlineMessages = [moreTime, otherTime].map(({ kind }) => kind)
