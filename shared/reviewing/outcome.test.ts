import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorReading, outcomeOf } from './outcome.ts'
import { type ReviewVerdict, reviewVerdicts } from './verdict.ts'

const rules = (reviewsPerPaper: number, reviewPolicy: 'automatic' | 'chair' = 'automatic') => ({
  reviewsPerPaper,
  reviewPolicy,
})

test('with one review per paper, that review decides', () => {
  for (const verdict of reviewVerdicts) expect(outcomeOf([verdict], rules(1))).toBe(verdict)
})

test('with several, they decide once enough are in and all agree', () => {
  expect(outcomeOf(['approve'], rules(2))).toBeNull()
  expect(outcomeOf(['approve', 'approve'], rules(2))).toBe('approve')
  expect(outcomeOf(['approve', 'decline'], rules(2))).toBeNull()
  expect(outcomeOf(['decline', 'decline', 'decline'], rules(3))).toBe('decline')
})

test('under the chair nothing decides by itself', () => {
  const some = fc.array(fc.constantFrom<ReviewVerdict>(...reviewVerdicts), { maxLength: 9 })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 9 }), (all, n) => outcomeOf(all, rules(n, 'chair')) === null),
  )
})

test('whether the author reads a review follows the rules that decide', () => {
  expect([rules(1), rules(2), rules(1, 'chair'), rules(2, 'chair')].map(authorReading)).toEqual([
    'directly',
    'if_agreed',
    'as_passed_on',
    'as_passed_on',
  ])
})

test('the order of the reviews never matters', () => {
  const some = fc.array(fc.constantFrom<ReviewVerdict>(...reviewVerdicts), { maxLength: 6 })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 5 }), (all, n) => {
      expect(outcomeOf([...all].reverse(), rules(n))).toBe(outcomeOf(all, rules(n)))
    }),
  )
})
