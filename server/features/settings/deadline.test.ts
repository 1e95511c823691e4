import { expect, test } from 'vitest'
import { deadlinesUnder, inZone } from './deadline.ts'
import { defaultSettings } from './defaults.ts'

const settings = {
  ...defaultSettings,
  graceMinutes: 15,
  deadlines: { ...defaultSettings.deadlines, paper: '2026-05-03T23:59:00+02:00' },
}
const conference = new Date('2026-05-03T21:59:00Z')

test('what is told is the deadline; what is enforced has the grace added', () => {
  const { deadline, closes } = deadlinesUnder(settings, {})
  expect(deadline.paper).toEqual(conference)
  expect(closes.paper).toEqual(new Date('2026-05-03T22:14:00Z'))
  expect(closes.abstract).toBeNull()
})

test('a personal extension replaces a deadline, but never shortens it', () => {
  const later = new Date('2026-05-05T00:00:00Z')
  expect(deadlinesUnder(settings, { paper: later }).deadline.paper).toEqual(later)
  expect(deadlinesUnder(settings, { paper: new Date('2026-05-01T00:00:00Z') }).deadline.paper).toEqual(
    conference,
  )
})

test('a deadline is worded with its zone', () => {
  expect(inZone(conference, 'Europe/Zurich')).toBe('3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)')
})
