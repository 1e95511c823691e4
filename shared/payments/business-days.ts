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

/** A moment of the last calendar day on which verifying a payment is still in time: a weekend after it included. */
export function lastPromisedMoment(reportedAt: Date, calendar: Calendar): Date {
  const nextAfter = businessDayAfter(reportedAt, PROMISED_BUSINESS_DAYS + 1, calendar)
  return momentOn(nextAfter - 1, calendar.timeZone)
}

/** The business day, `2026-03-02`, by whose end a payment is to be verified. */
export function promisedDay(reportedAt: Date, calendar: Calendar): string {
  return calendarDay(businessDayAfter(reportedAt, PROMISED_BUSINESS_DAYS, calendar))
}

/** The number of the calendar day that is so many business days later. */
function businessDayAfter(moment: Date, count: number, { timeZone, holidays }: Calendar): number {
  const free = new Set(holidays)
  let day = dayNumber(moment, timeZone)
  for (let passed = 0; passed < count; ) {
    day += 1
    if (isBusinessDay(day, free)) passed += 1
  }
  return day
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
