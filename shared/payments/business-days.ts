const DAY_MS = 24 * 3600 * 1000

/** Payments are verified within this many business days (portal.md §1, §9). */
export const PROMISED_BUSINESS_DAYS = 3

/** By which days count: a time zone's calendar without its weekends and the conference's holidays, `2026-12-25`. */
export interface Calendar {
  timeZone: string
  holidays: readonly string[]
}

/**
 * Whole business days that have passed between two moments: a payment reported on Friday is one business day old on
 * Monday, unless that is a holiday. Never negative.
 */
export function businessDaysBetween(from: Date, to: Date, { timeZone, holidays }: Calendar): number {
  const last = dayNumber(to, timeZone)
  const free = new Set(holidays)
  let count = 0
  for (let day = dayNumber(from, timeZone) + 1; day <= last; day += 1) {
    if (isBusinessDay(day, free)) count += 1
  }
  return count
}

/** The latest calendar day, `2026-03-02`, on which a payment reported and not yet verified is late by now. */
export function lastLateDay(now: Date, { timeZone, holidays }: Calendar): string {
  const free = new Set(holidays)
  let day = dayNumber(now, timeZone)
  for (let passed = 0; passed <= PROMISED_BUSINESS_DAYS; day -= 1) {
    if (isBusinessDay(day, free)) passed += 1
  }
  return calendarDay(day)
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

function calendarDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** 1970-01-01 was a Thursday. */
function isBusinessDay(day: number, holidays: ReadonlySet<string>): boolean {
  const weekday = (day + 4) % 7
  return weekday !== 0 && weekday !== 6 && !holidays.has(calendarDay(day))
}
