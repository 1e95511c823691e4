import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AOE, localAt, momentAt, momentTyped, momentWords, UNFINISHED } from './moment.ts'

test.each([
  ['2026-05-03T23:59', 'Europe/Zurich', '2026-05-03T23:59:00+02:00'],
  ['2026-01-03T23:59:59', 'Europe/Zurich', '2026-01-03T23:59:59+01:00'],
  ['2026-05-03T23:59', AOE, '2026-05-03T23:59:00-12:00'],
  ['2026-05-03T23:59', 'Asia/Kathmandu', '2026-05-03T23:59:00+05:45'],
  ['2026-05-03T00:30', 'America/St_Johns', '2026-05-03T00:30:00-02:30'],
  ['2026-03-29T02:30', 'Europe/Zurich', '2026-03-29T03:30:00+02:00'],
  ['2026-10-25T02:30', 'Europe/Zurich', '2026-10-25T02:30:00+01:00'],
])('%s in %s is %s', (local, zone, moment) => {
  expect(momentAt(local, zone)).toBe(moment)
})

test.each(['', 'tomorrow', '2026-05-03', '2026-05-03T23:59Z', '0202-05-03T23:59'])(
  '“%s” is no date and time',
  (text) => {
    expect(momentAt(text, 'Europe/Zurich')).toBeUndefined()
  },
)

test.each([
  ['', false, ''],
  ['', true, UNFINISHED],
  ['0202-05-03T23:59', false, UNFINISHED],
  ['2026-05-03T23:59', false, '2026-05-03T23:59:00+02:00'],
])('“%s” in a field that says bad: %s, is “%s”', (typed, isBad, moment) => {
  expect(momentTyped(typed, isBad, 'Europe/Zurich')).toBe(moment)
})

test('the two hours of the same name in autumn are told apart', () => {
  const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) =>
    momentWords(at, 'Europe/Zurich', 'en-GB'),
  )
  expect([first, second]).toEqual(['25 Oct 2026, 02:30 UTC+02:00', '25 Oct 2026, 02:30 UTC+01:00'])
})

const zones = ['UTC', 'Europe/Zurich', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', AOE]

test('what is shown in a zone leads back to the moment, but for the first of an hour that comes twice', () => {
  const season = fc.date({
    min: new Date('2025-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(season, fc.constantFrom(...zones), (at, zone) => {
      const moment = new Date(Math.floor(at.getTime() / 1000) * 1000)
      const back = new Date(momentAt(localAt(moment, zone), zone) ?? Number.NaN)
      const late = back.getTime() - moment.getTime()
      expect([0, 30 * 60_000, 60 * 60_000]).toContain(late)
      if (late !== 0) expect(localAt(back, zone)).toBe(localAt(moment, zone))
    }),
  )
})
