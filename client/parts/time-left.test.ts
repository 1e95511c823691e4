import { expect, test } from 'vitest'
import { inBothZones, timeLeft } from './time-left.ts'

const now = new Date('2026-05-01T12:00:00Z')
const left = (until: string) => timeLeft(new Date(until), now, 'en')

test('the time left is told in the largest unit of which there are two, rounded down', () => {
  expect([
    left('2026-05-05T11:59:00Z'),
    left('2026-05-03T12:00:00Z'),
    left('2026-05-03T11:59:59Z'),
    left('2026-05-01T14:00:00Z'),
    left('2026-05-01T13:59:59Z'),
    left('2026-05-01T12:00:20Z'),
  ]).toEqual(['3 days', '2 days', '47 hours', '2 hours', '119 minutes', '1 minute'])
})

test('after the deadline nothing is left', () => {
  expect([left('2026-05-01T12:00:00Z'), left('2026-04-30T12:00:00Z')]).toEqual([undefined, undefined])
})

const both = (at: string, conference: string | undefined, reader: string) => {
  const { here, there } = inBothZones(new Date(at), conference, reader, 'en-GB')
  return [here, there].map((one) => one && `${one.text} ${one.zone}`)
}

test.each([
  ['Asia/Tokyo', '2 May 2026, 06:59 Asia/Tokyo'],
  ['America/New_York', '1 May 2026, 17:59 America/New_York'],
  ['Asia/Kathmandu', '2 May 2026, 03:44 Asia/Kathmandu'],
  // Anywhere on Earth.
  ['Etc/GMT+12', '1 May 2026, 09:59 Etc/GMT+12'],
])('a reader in %s sees their own clock and the conference’s', (zone, here) => {
  expect(both('2026-05-01T21:59:00Z', 'Europe/Zurich', zone)).toEqual([
    here,
    '1 May 2026, 23:59 Europe/Zurich',
  ])
})

test('where both clocks show the same, the conference’s zone is named once', () => {
  expect(both('2026-05-01T21:59:00Z', 'Europe/Zurich', 'Europe/Berlin')).toEqual([
    '1 May 2026, 23:59 Europe/Zurich',
    undefined,
  ])
})

test('on the two sides of a change to summer time the hours differ as they do', () => {
  expect(both('2026-03-15T12:00:00Z', 'Europe/Zurich', 'America/New_York')[0]).toBe(
    '15 Mar 2026, 08:00 America/New_York',
  )
  expect(both('2026-03-29T12:00:00Z', 'Europe/Zurich', 'America/New_York')).toEqual([
    '29 Mar 2026, 08:00 America/New_York',
    '29 Mar 2026, 14:00 Europe/Zurich',
  ])
})

test('before the conference’s zone is known, the reader’s stands alone', () => {
  expect(both('2026-05-01T21:59:00Z', undefined, 'Asia/Tokyo')).toEqual([
    '2 May 2026, 06:59 Asia/Tokyo',
    undefined,
  ])
})
