import { expect, test } from 'vitest'
import { byUrgency, stepText } from './step.ts'

const at = (days: number) => ({ _seconds: 1_700_000_000 + days * 86_400, _nanoseconds: 0 })
const given = (days: number | null, isMissed = false) => {
  const dueAt = days === null ? null : at(days)
  return { dueAt, missedDeadline: isMissed ? dueAt : null }
}

test('what is overdue is to be sent, and where it would be refused more time is to be asked for', () => {
  expect(stepText(given(-1))).toBe('Your review is overdue: send it now')
  expect(stepText(given(-1, true))).toBe('It is too late for your review: ask the organisers for more time')
})

test('what can still be reviewed comes before what is too late', () => {
  const [missed, soon, open, overdue] = [given(-2, true), given(3), given(null), given(-1)]
  expect(byUrgency([missed, soon, open, overdue])).toEqual([overdue, soon, open, missed])
})
