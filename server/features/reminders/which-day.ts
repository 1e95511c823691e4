import { dayNumber } from '#shared/core/calendar.ts'

/** Something that somebody must do, and by when. */
export interface Due {
  userId: string
  /** Which thing it is: stable as long as it is the same thing to do. */
  thing: string
  /** What a message calls it: a paper's or an abstract's id. */
  name: string
  dueAt: Date
  /** Since when there is something to do; who was told on that day is not reminded on it. */
  since: Date
  /** After this moment nothing can be done any more; null: always something. */
  closes: Date | null
}

/** Days of the settings: before a due date and after it. */
export interface ReminderDays {
  before: readonly number[]
  after: readonly number[]
}

/** A morning on which the portal stood still is made up for within so many days. */
const CATCH_UP_DAYS = 3

/**
 * Which of the set days a reminder is due for on this morning: -7 is seven days before, 0 is the day itself, 3 is three days after;
 * undefined: none. Days are those of the conference's calendar. Of two days that have come, the later one counts.
 */
export function whichDay(
  { dueAt, since, closes }: Omit<Due, 'userId' | 'thing' | 'name'>,
  { before, after }: ReminderDays,
  now: Date,
  timeZone: string,
): number | undefined {
  if (closes !== null && now > closes) return undefined
  const today = dayNumber(now, timeZone)
  const dueDay = dayNumber(dueAt, timeZone)
  const days = now > dueAt ? [...after] : before.map((count) => 0 - count)
  const come = days.filter((day) => dueDay + day <= today)
  const latest = Math.max(...come)
  if (come.length === 0 || today - (dueDay + latest) > CATCH_UP_DAYS) return undefined
  return dayNumber(since, timeZone) >= dueDay + latest ? undefined : latest
}

/** How a due date stands to today, in words: `in 7 days`, `tomorrow`, `today`; `3 days ago` once it has passed. */
export function inDays(dueAt: Date, now: Date, timeZone: string): string {
  const left = dayNumber(dueAt, timeZone) - dayNumber(now, timeZone)
  if (left > 1) return `in ${left} days`
  if (left === 1) return 'tomorrow'
  if (left === 0) return 'today'
  return left === -1 ? 'yesterday' : `${-left} days ago`
}
