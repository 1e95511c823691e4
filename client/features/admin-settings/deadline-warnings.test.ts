import { expect, test } from 'vitest'
import { deadlineWarnings } from './deadline-warnings.ts'

const now = new Date('2026-06-01T12:00:00Z')
type Deadlines = Partial<Record<string, string>>
const said = (typed: Deadlines, saved: Deadlines = {}) =>
  deadlineWarnings({ typed: (kind) => typed[kind], saved: (kind) => saved[kind], now })

test('deadlines in their order that lie ahead, and those that are empty, are not warned of', () => {
  expect(said({})).toEqual({})
  expect(said({ abstract: '2026-06-10T00:00:00Z', paper: '2026-07-01T00:00:00Z', review: '' })).toEqual({})
  expect(said({ abstract: '2026-06-10T00:00:00Z', paper: '2026-06-10T02:00:00+02:00' })).toEqual({})
})

test('a deadline that has passed, or comes before what it should follow, says so at its field', () => {
  expect(said({ abstract: '2026-12-09T00:00:00Z', paper: '2026-12-01T00:00:00Z' })).toEqual({
    paper: 'This comes before the deadline of “Abstracts”.',
  })
  expect(said({ paper: '2026-06-02T00:00:00Z', review: '2026-05-01T00:00:00Z' })).toEqual({
    review: 'This moment has passed. This comes before the deadline of “Papers”.',
  })
})

test('a deadline that is taken away says so until it is saved', () => {
  const saved = { abstract: '2026-06-10T00:00:00Z', paper: '' }
  expect(said({ abstract: '', paper: '' }, saved)).toEqual({ abstract: 'It has no deadline any more.' })
  expect(said({ abstract: '', paper: '' }, { abstract: '', paper: '' })).toEqual({})
})
