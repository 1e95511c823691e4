const DAY_MS = 24 * 3600 * 1000

/** Payments are verified within this many business days (portal.md §1, §9). */
export const PROMISED_BUSINESS_DAYS = 3

/**
 * Whole business days (Monday to Friday) that have passed between two moments, counted by the calendar of a time
 * zone: a payment reported on Friday is one business day old on Monday. Never negative.
 */
export function businessDaysBetween(from: Date, to: Date, timeZone: string): number {
  const last = dayNumber(to, timeZone)
  let count = 0
  for (let day = dayNumber(from, timeZone) + 1; day <= last; day += 1) {
    if (isWeekday(day)) count += 1
  }
  return count
}

/** The latest calendar day, `2026-03-02`, on which a payment reported and not yet verified is late by now. */
export function lastLateDay(now: Date, timeZone: string): string {
  let day = dayNumber(now, timeZone)
  for (let passed = 0; passed <= PROMISED_BUSINESS_DAYS; day -= 1) {
    if (isWeekday(day)) passed += 1
  }
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Days since 1970-01-01 of the calendar day that a moment falls on in a zone. */
function dayNumber(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return Math.floor(Date.parse(`${format.format(at)}T00:00:00Z`) / DAY_MS)
}

/** 1970-01-01 was a Thursday. */
function isWeekday(day: number): boolean {
  const weekday = (day + 4) % 7
  return weekday !== 0 && weekday !== 6
}
