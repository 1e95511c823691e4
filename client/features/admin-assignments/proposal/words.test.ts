import { expect, test } from 'vitest'
import { wish } from '#shared/assigning/propose-contract.ts'
import { words } from './words.ts'

test('a reason says that it is of now, and what changed the score since', () => {
  expect(words.asOfNow(0.4123, 0.41234)).toBe('As of now.')
  expect(words.asOfNow(0.41, 0.61)).toBe(
    'As of now, with a score of 0.61: texts, topics or bids changed since it was 0.41.',
  )
})

test('a proposal made without a number says the one of the settings that it was made with', () => {
  const outcome = { papers: 2, open: 0, total: 1, worst: 0.5, reviewsPerPaper: 3 }
  expect(words.asked({ wish: wish.parse({}), outcome })).toBe('3 reviews a paper')
  expect(words.asked({ wish: wish.parse({ reviewsPerPaper: 2 }), outcome: null })).toBe('2 reviews a paper')
  expect(words.asked({ wish: wish.parse({}), outcome: null })).toBe('')
})
