import { expect, test } from 'vitest'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { unlikeness } from './compare.ts'
import { words } from './figure-words.ts'

const wish: Wish = {
  objective: 'fair',
  reviewsPerPaper: 3,
  mostPapers: 5,
  leastPapers: 0,
  limits: [],
  must: [],
  mustNot: [],
  bids: [],
  oneExperienced: false,
}
const question = { wish, papers: 98 }

test('of two proposals it is said when they were asked different things, with other pairs or for other papers', () => {
  expect(unlikeness(question, { ...question, wish: { ...wish } })).toEqual([])
  const { mostPapers: _, reviewsPerPaper: __, ...plain } = wish
  expect(unlikeness(question, { wish: { ...plain, objective: 'total' }, papers: 97 })).toEqual([
    'They were asked different things. This one: fair, 3 reviews a paper, at most 5 each. The other: largest total, reviews a paper as the settings say, no limit but the reviewers’ own.',
    'This one is for 98 papers, the other for 97: their totals do not compare.',
  ])
  const [one, another] = [
    { paperId: 'p1', reviewerId: 'a' },
    { paperId: 'p2', reviewerId: 'b' },
  ]
  const fixed = (must: Wish['must'], mustNot: Wish['mustNot'] = []) => ({
    ...question,
    wish: { ...wish, must, mustNot },
  })
  expect(unlikeness(fixed([one, another]), fixed([another, one]))).toEqual([])
  expect(unlikeness(fixed([one]), fixed([another]))).toEqual(['Other pairs must be, or must not be.'])
  expect(unlikeness(fixed([one]), fixed([], [one]))).toEqual(['Other pairs must be, or must not be.'])
})

test('experts of different numbers of papers are compared by their share too', () => {
  expect(words.differExperts({ some: 60, all: 98 }, { some: 62, all: 98 })).toBe('−2')
  expect(words.differExperts({ some: 60, all: 100 }, { some: 59, all: 100 })).toBe('+1')
  expect(words.differExperts({ some: 60, all: 100 }, { some: 45, all: 50 })).toBe('+15 (−30 points)')
  expect(words.differExperts({ some: 60, all: 100 }, { some: 0, all: 0 })).toBe('+60')
})
