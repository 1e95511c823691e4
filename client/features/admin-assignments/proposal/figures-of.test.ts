import { expect, test } from 'vitest'
import type { ProposedPair } from '#shared/assigning/propose-contract.ts'
import { figuresOf } from './figures-of.ts'

const pair = (paperId: string, reviewerId: string, score: number, odd: ProposedPair['odd'] = []) => ({
  paperId,
  title: '',
  reviewerId,
  reviewer: '',
  score,
  reason: '',
  isLocked: false,
  warning: null,
  odd,
})
const figures = {
  papers: 2,
  seats: 2,
  open: 0,
  total: 1,
  mean: 0.5,
  worst: 0.5,
  leastLoad: 0,
  mostLoad: 1,
  withExpert: 2,
}
const seats = [
  { paperId: 'a', lacks: 1, had: 0, hadExpert: false },
  { paperId: 'b', lacks: 1, had: 0.3, hadExpert: false },
]

test('a paper with one too many fills no other’s seat; who is on a paper already counts for the worst-off', () => {
  const after = figuresOf({ figures, seats }, [pair('a', '1', 0.5), pair('a', '2', 0.25)])
  expect(after).toMatchObject({ open: 1, total: 0.75, mean: 0.375, worst: 0.3 })
})

test('a paper whose only expert was made one by copied sentences has none; hidden text, which was not read, takes nothing away', () => {
  const expertsOf = (...pairs: Parameters<typeof figuresOf>[1]) =>
    figuresOf({ figures, seats }, pairs).withExpert
  expect(expertsOf(pair('a', '1', 0.9, ['copied_text']))).toBe(0)
  expect(expertsOf(pair('a', '1', 0.9, ['copied_text']), pair('a', '2', 0.4))).toBe(1)
  expect(expertsOf(pair('b', '1', 0.4, ['hidden_in_paper']), pair('a', '2', 0.39))).toBe(1)
})

test('a paper has an expert also by who is on it already', () => {
  const served = seats.map((one) => ({ ...one, hadExpert: one.paperId === 'b' }))
  expect(figuresOf({ figures, seats: served }, [pair('b', '1', 0.9)]).withExpert).toBe(1)
  expect(figuresOf({ figures, seats: served }, [pair('a', '1', 0.9)]).withExpert).toBe(2)
})
