import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessDaysBetween, lastLateDay, lastPromisedMoment } from './business-days.ts'

const at = (text: string) => new Date(text)
const utc = { timeZone: 'UTC', holidays: [] }

test('weekends do not count', () => {
  const friday = at('2026-03-06T12:00:00Z')
  expect(businessDaysBetween(friday, at('2026-03-08T12:00:00Z'), utc)).toBe(0)
  expect(businessDaysBetween(friday, at('2026-03-09T00:30:00Z'), utc)).toBe(1)
  expect(businessDaysBetween(friday, at('2026-03-13T12:00:00Z'), utc)).toBe(5)
})

test('the calendar is the conference’s', () => {
  const reported = at('2026-03-02T22:30:00Z')
  const now = at('2026-03-02T23:30:00Z')
  expect(businessDaysBetween(reported, now, utc)).toBe(0)
  expect(businessDaysBetween(reported, now, { timeZone: 'Europe/Zurich', holidays: [] })).toBe(1)
})

test('holidays do not count, and one on a weekend takes nothing away', () => {
  const calendar = { timeZone: 'UTC', holidays: ['2026-12-25', '2026-12-26', '2027-01-01'] }
  const reported = at('2026-12-23T12:00:00Z')
  expect(businessDaysBetween(reported, at('2026-12-28T09:00:00Z'), calendar)).toBe(2)
  expect(businessDaysBetween(reported, at('2027-01-04T09:00:00Z'), calendar)).toBe(6)
  expect(lastLateDay(at('2026-12-30T09:00:00Z'), calendar)).toBe('2026-12-23')
})

test('the last late day is the latest with more than three business days behind it', () => {
  const moment = fc.date({
    min: at('2026-01-01T00:00:00Z'),
    max: at('2027-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moment, fc.uniqueArray(moment, { maxLength: 60 }), (now, free) => {
      const holidays = free.map((day) => day.toISOString().slice(0, 10))
      const utcWithHolidays = { timeZone: 'UTC', holidays }
      const last = at(`${lastLateDay(now, utcWithHolidays)}T12:00:00Z`)
      const next = new Date(last.getTime() + 24 * 3600 * 1000)
      expect(businessDaysBetween(last, now, utcWithHolidays)).toBeGreaterThan(3)
      expect(businessDaysBetween(next, now, utcWithHolidays)).toBeLessThanOrEqual(3)
    }),
  )
})

test('the last promised day is the latest with no more than three business days behind the report', () => {
  const calendar = { timeZone: 'Europe/Zurich', holidays: ['2026-12-25'] }
  const reported = at('2026-12-23T12:00:00Z')
  const last = lastPromisedMoment(reported, calendar)
  expect(businessDaysBetween(reported, last, calendar)).toBe(3)
  expect(businessDaysBetween(reported, new Date(last.getTime() + 24 * 3600 * 1000), calendar)).toBe(4)
})

test('reckoned, it is what counting day by day gives', () => {
  const days = fc.integer({ min: 0, max: 400 })
  const holidays = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 })
  const first = Date.parse('2026-01-01T12:00:00Z')
  const on = (day: number) => new Date(first + day * 24 * 3600 * 1000)
  fc.assert(
    fc.property(days, days, holidays, (from, to, free) => {
      const texts = free.map((day) => on(day).toISOString().slice(0, 10))
      let counted = 0
      for (let day = from + 1; day <= to; day += 1) {
        const isFree = texts.includes(on(day).toISOString().slice(0, 10))
        if (![0, 6].includes(on(day).getUTCDay()) && !isFree) counted += 1
      }
      expect(businessDaysBetween(on(from), on(to), { timeZone: 'UTC', holidays: texts })).toBe(counted)
    }),
  )
})
