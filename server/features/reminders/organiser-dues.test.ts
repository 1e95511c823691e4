import { expect, test } from 'vitest'
import { missingReviews } from './organiser-dues.ts'

const none = { abstract: null, paper: null, resubmission: null }
const settings = { deadlines: { ...none, review: '2026-05-10T12:00:00Z' } }
const dues = ['2026-05-01', '2026-05-10', '2026-05-20'].map((day) => ({
  dueAt: new Date(`${day}T12:00:00Z`),
}))

test.each([
  ['2026-04-30', 2, 'those with a later date of their own are not missing yet'],
  ['2026-05-10', 2, 'on the day itself as before'],
  ['2026-05-11', 2, 'after it only what is overdue counts'],
  ['2026-05-21', 3, 'also what was due later, once that is over'],
])('on %s %i reviews are missing: %s', (day, count) => {
  const now = new Date(`${day}T09:00:00Z`)
  const due = { thing: 'reviews', name: '', dueAt: new Date(settings.deadlines.review) }
  expect(missingReviews({ now }, settings, dues)).toEqual({
    count,
    due: { ...due, since: new Date(0), closes: null },
  })
})

test('nothing is missing where all have more time, or nothing is ever due', () => {
  const now = new Date('2026-05-11T09:00:00Z')
  expect(missingReviews({ now }, settings, dues.slice(2))).toBeUndefined()
  expect(missingReviews({ now }, { deadlines: { ...none, review: null } }, dues)).toBeUndefined()
})
