import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inDays, whichDay } from './which-day.ts'

const zone = 'Europe/Zurich'
const at = (text: string) => new Date(text)
const days = { before: [7, 2], after: [3, 7] }
const due = { dueAt: at('2026-05-03T21:59:00Z'), since: at('2026-04-01T12:00:00Z'), closes: null }
const on = (day: string, given: { since?: Date; closes?: Date } = {}) =>
  whichDay({ ...due, ...given }, days, at(`${day}T06:00:00Z`), zone)

test('each set day has its morning, and a missed one is made up for', () => {
  expect(on('2026-04-25')).toBe(undefined)
  expect(on('2026-04-26')).toBe(-7)
  expect(on('2026-04-29')).toBe(-7)
  expect(on('2026-04-30')).toBe(undefined)
  expect(on('2026-05-01')).toBe(-2)
  expect(on('2026-05-03')).toBe(-2)
  expect(on('2026-05-05')).toBe(undefined)
  expect(on('2026-05-06')).toBe(3)
  expect(on('2026-05-10')).toBe(7)
  expect(on('2026-05-13')).toBe(7)
  expect(on('2026-05-14')).toBe(undefined)
})

test('nobody is reminded of what they were told of on that day, or can do nothing about', () => {
  expect(on('2026-04-27', { since: at('2026-04-26T20:00:00Z') })).toBe(undefined)
  expect(on('2026-04-27', { since: at('2026-04-25T20:00:00Z') })).toBe(-7)
  expect(on('2026-05-06', { closes: at('2026-05-06T05:59:59Z') })).toBe(undefined)
  expect(on('2026-05-06', { closes: at('2026-05-06T06:00:00Z') })).toBe(3)
})

test('0 days before is the morning of the day itself, until the moment has passed', () => {
  const onDay = (time: string, given = {}) =>
    whichDay({ ...due, ...given }, { before: [2, 0], after: [] }, at(`2026-05-${time}Z`), zone)
  expect(onDay('02T06:00:00')).toBe(-2)
  expect(onDay('03T06:00:00')).toBe(0)
  expect(onDay('03T22:00:00')).toBe(undefined)
  expect(onDay('03T06:00:00', { since: at('2026-05-03T05:00:00Z') })).toBe(undefined)
})

test('whoever looks every day is reminded once for each day that lies after the beginning', () => {
  const list = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 5 })
  fc.assert(
    fc.property(list, list, fc.integer({ min: 1, max: 80 }), (before, after, age) => {
      const since = new Date(due.dueAt.getTime() - age * 86_400_000)
      const seen = new Set<number>()
      for (let day = -80; day <= 80; day += 1) {
        const now = new Date(at('2026-05-03T06:00:00Z').getTime() + day * 86_400_000)
        const found = now < since ? undefined : whichDay({ ...due, since }, { before, after }, now, 'UTC')
        if (found !== undefined) seen.add(found)
      }
      const wanted = [...before.filter((count) => count < age).map((count) => -count), ...after]
      const ascending = (a: number, b: number) => a - b
      expect([...seen].sort(ascending)).toEqual(wanted.sort(ascending))
    }),
  )
})

test('due dates in words', () => {
  const now = at('2026-05-01T06:00:00Z')
  const words = ['2026-05-08', '2026-05-02', '2026-05-01', '2026-04-30', '2026-04-28'].map((day) =>
    inDays(at(`${day}T21:00:00Z`), now, zone),
  )
  expect(words).toEqual(['in 7 days', 'tomorrow', 'today', 'yesterday', '3 days ago'])
})
