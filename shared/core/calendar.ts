/** A day of 24 hours, in milliseconds; a calendar's day may be an hour shorter or longer. */
export const DAY_MS = 24 * 3600 * 1000

/** By time zone: making a format takes far longer than using it, and a list asks for hundreds of days. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  dayFormats.set(timeZone, made)
  return made
}

/** Days since 1970-01-01 of the calendar day that a moment falls on in a time zone. */
export function dayNumber(at: Date, timeZone: string): number {
  return dayOf(dayFormat(timeZone).format(at))
}

/** The number of a day, `2026-03-02`. */
export function dayOf(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}

/** The day of that number, `2026-03-02`. */
export function calendarDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The full hour, 0 to 23, that a moment falls in by the clocks of a time zone. */
export function hourIn(at: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))
}

/** A moment of that calendar day in a time zone: noon by UTC, or midnight where that is the next day already. */
export function momentOn(day: number, timeZone: string): Date {
  const noon = new Date(day * DAY_MS + DAY_MS / 2)
  return dayNumber(noon, timeZone) === day ? noon : new Date(day * DAY_MS)
}
