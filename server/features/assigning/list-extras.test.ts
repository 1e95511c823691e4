import { expect, test } from 'vitest'
import { extrasBy } from './list-extras.ts'

const now = new Date('2026-03-02T09:00:00Z')
const heading = ['Paper', 'DUE (UTC)', 'Reviewer', 'In spite of a conflict, because']
const read = (cells: string[], deadline: Date | null = null, rows = [cells]) =>
  extrasBy(heading, { now, deadline }, rows).of(cells)
const none = { dueAt: null, dueGeneral: false, duePassed: false, overrideReason: null, problem: null }
const written = (cell: string) => `“${cell}” is no due date in UTC. Write it as 2026-03-02 23:59.`

test.each([
  ['2026-04-01 12:00:00', '2026-04-01T12:00:00.000Z'],
  ['2026-04-01 12:00', '2026-04-01T12:00:00.000Z'],
  ['2026-04-01 9:05', '2026-04-01T09:05:00.000Z'],
  ['2026-04-01T12:00:05Z', '2026-04-01T12:00:05.000Z'],
  ['2028-02-29 00:00', '2028-02-29T00:00:00.000Z'],
  ['01.04.2026 12:00', '2026-04-01T12:00:00.000Z'],
  ['1.4.2026 9:05:07', '2026-04-01T09:05:07.000Z'],
  ['01-04-2026 12:00', '2026-04-01T12:00:00.000Z'],
  ['13/04/2026 12:00', '2026-04-13T12:00:00.000Z'],
  ['4/13/2026 12:00', '2026-04-13T12:00:00.000Z'],
  ['4/13/2026, 12:00', '2026-04-13T12:00:00.000Z'],
  ['4/13/2026 12:05 AM', '2026-04-13T00:05:00.000Z'],
  ['4/13/2026 11:59:30 pm', '2026-04-13T23:59:30.000Z'],
])('%s is the due date %s', (cell, dueAt) => {
  expect(read(['P', cell, 'R', ''])).toEqual({ ...none, dueAt })
})

test.each([
  ['2026-02-31 12:00'],
  ['2027-02-29 12:00'],
  ['2026-04-01 24:30'],
  ['31.04.2026 12:00'],
  ['4/1/2026 12:00'],
  ['4/13/2026 13:00 PM'],
  ['01.04.2026'],
  ['2026-04-01'],
  ['soon'],
])('%s is no due date, and it is said how one is written', (cell) => {
  expect(read(['P', cell, 'R', ''])).toEqual({ ...none, problem: written(cell) })
})

test('a day that can be read in two orders is read as the rest of its column, and in none where that differs', () => {
  const cells = ['P', '4/5/2026 12:00', 'R', '']
  const beside = (...others: string[]) =>
    read(cells, null, [cells, ...others.map((one) => ['P', one, 'S', ''])])
  expect(beside('4/13/2026 12:00').dueAt).toBe('2026-04-05T12:00:00.000Z')
  expect(beside('13/4/2026 12:00', '2026-05-01 12:00', '').dueAt).toBe('2026-05-04T12:00:00.000Z')
  for (const others of [[], ['5/6/2026 12:00'], ['4/13/2026 12:00', '13/4/2026 12:00']])
    expect(beside(...others).problem).toBe(written('4/5/2026 12:00'))
})

test('what has passed is left out and said; the conference’s own deadline is none of the row', () => {
  expect(read(['P', '2026-03-02 09:00:00', 'R', ''])).toEqual({ ...none, duePassed: true })
  const deadline = new Date('2026-04-01T12:00:00.500Z')
  expect(read(['P', '2026-04-01 12:00:00', 'R', ''], deadline)).toEqual({ ...none, dueGeneral: true })
  expect(read(['P', '', 'R', ''], deadline)).toEqual({ ...none, dueGeneral: true })
  expect(read(['P', '2026-04-01 12:00:01', 'R', ''], deadline).dueAt).toBe('2026-04-01T12:00:01.000Z')
})

test('a reason stands in its column alone; one that is too long is a problem', () => {
  expect(read(['P', '', 'R', 'Nobody else knows P26-0001-U'])).toEqual({
    ...none,
    dueGeneral: true,
    overrideReason: 'Nobody else knows P26-0001-U',
  })
  expect(read(['P', '', 'R', 'x'.repeat(2001)]).problem).toMatch(/2,?000/)
  expect(extrasBy(heading, { now, deadline: null }, []).others(['P', 'due', 'R', 'P26-0001-U', ''])).toEqual([
    'P',
    'R',
  ])
})

test('where the quotation marks of the heading are gone, the last cells are the reason', () => {
  const parted = extrasBy(
    ['Paper', 'Reviewer', 'In spite of a conflict', 'because'],
    { now, deadline: null },
    [],
  )
  const row = ['P', 'R', 'Nobody else', 'knows it', '']
  expect(parted.of(row)).toEqual({ ...none, overrideReason: 'Nobody else, knows it' })
  expect(parted.others(row)).toEqual(['P', 'R'])
})

test('without such headings a row has neither', () => {
  const plain = extrasBy([], { now, deadline: null }, [])
  expect(plain.of(['P', '2026-04-01 12:00'])).toEqual(none)
  expect(plain.others(['P', '2026-04-01 12:00', 'R', ''])).toEqual(['P', '2026-04-01 12:00', 'R'])
})
