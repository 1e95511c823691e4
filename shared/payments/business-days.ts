import { calendarDay, dayNumber, dayOf, momentOn } from '#shared/core/calendar.ts'

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
  const [first, last] = [dayNumber(from, timeZone), dayNumber(to, timeZone)]
  if (last <= first) return 0
  const free = new Set(holidays.map(dayOf))
  const lost = [...free].filter((day) => day > first && day <= last && !isWeekend(day))
  return weekdaysUntil(last) - weekdaysUntil(first) - lost.length
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

/** A moment of the last calendar day on which verifying a payment is still in time. */
export function lastPromisedMoment(reportedAt: Date, { timeZone, holidays }: Calendar): Date {
  const free = new Set(holidays)
  let day = dayNumber(reportedAt, timeZone)
  for (let passed = 0; passed <= PROMISED_BUSINESS_DAYS; ) {
    day += 1
    if (isBusinessDay(day, free)) passed += 1
  }
  return momentOn(day - 1, timeZone)
}

function isBusinessDay(day: number, holidays: ReadonlySet<string>): boolean {
  return !isWeekend(day) && !holidays.has(calendarDay(day))
}

/** Days since a Monday: 1970-01-01 was a Thursday. */
const sinceMonday = (day: number) => (day + 3) % 7
const isWeekend = (day: number) => sinceMonday(day) >= 5

/** Mondays to Fridays since 1970 up to a day, itself included. */
function weekdaysUntil(day: number): number {
  return Math.floor((day + 3) / 7) * 5 + Math.min(sinceMonday(day) + 1, 5)
}
