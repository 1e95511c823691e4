import fc from 'fast-check'
import { expect, test } from 'vitest'
import { businessDaysBetween, lastLateDay } from './business-days.ts'

const at = (text: string) => new Date(text)

test('weekends do not count', () => {
  const friday = at('2026-03-06T12:00:00Z')
  expect(businessDaysBetween(friday, at('2026-03-08T12:00:00Z'), 'UTC')).toBe(0)
  expect(businessDaysBetween(friday, at('2026-03-09T00:30:00Z'), 'UTC')).toBe(1)
  expect(businessDaysBetween(friday, at('2026-03-13T12:00:00Z'), 'UTC')).toBe(5)
})

test('the calendar is the conference’s', () => {
  const reported = at('2026-03-02T22:30:00Z')
  const now = at('2026-03-02T23:30:00Z')
  expect(businessDaysBetween(reported, now, 'UTC')).toBe(0)
  expect(businessDaysBetween(reported, now, 'Europe/Zurich')).toBe(1)
})

test('the last late day is the latest with more than three business days behind it', () => {
  const moment = fc.date({
    min: at('2026-01-01T00:00:00Z'),
    max: at('2027-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moment, (now) => {
      const last = at(`${lastLateDay(now, 'UTC')}T12:00:00Z`)
      const next = new Date(last.getTime() + 24 * 3600 * 1000)
      expect(businessDaysBetween(last, now, 'UTC')).toBeGreaterThan(3)
      expect(businessDaysBetween(next, now, 'UTC')).toBeLessThanOrEqual(3)
    }),
  )
})
