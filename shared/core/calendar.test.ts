import { expect, test } from 'vitest'
import { calendarDay, dayNumber, hourIn, momentOn } from './calendar.ts'

test('a moment falls on different days and hours in different zones', () => {
  const at = new Date('2026-03-28T23:30:00Z')
  expect(calendarDay(dayNumber(at, 'UTC'))).toBe('2026-03-28')
  expect(calendarDay(dayNumber(at, 'Europe/Zurich'))).toBe('2026-03-29')
  expect(calendarDay(dayNumber(at, 'Etc/GMT+12'))).toBe('2026-03-28')
  expect([hourIn(at, 'UTC'), hourIn(at, 'Europe/Zurich'), hourIn(at, 'Etc/GMT+12')]).toEqual([23, 0, 11])
})

test('days go on over the changes of the clocks', () => {
  const days = ['2026-03-28', '2026-03-29', '2026-03-30'].map((day) =>
    dayNumber(new Date(`${day}T12:00:00Z`), 'Europe/Zurich'),
  )
  expect(days).toEqual([days[0], (days[0] ?? 0) + 1, (days[0] ?? 0) + 2])
})

test('a moment of a day falls on that day wherever the zone is', () => {
  for (const zone of ['Etc/GMT+12', 'UTC', 'Europe/Zurich', 'Pacific/Auckland', 'Pacific/Kiritimati']) {
    expect(dayNumber(momentOn(20_000, zone), zone)).toBe(20_000)
  }
})
