import { expect, test } from 'vitest'
import { lossOf } from '../bench/expertise/loss.ts'
import { chosenOnOthers, lossOn } from '../bench/expertise/validate.ts'

const rated = (...pairs: [number, number][]) =>
  pairs.map(([expertise, affinity]) => ({ expertise, affinity }))

test('the loss counts differences of pairs in the wrong order, half of ties, nothing of equal ratings', () => {
  expect(lossOf(rated([5, 0.9], [3, 0.5], [1, 0.1]))).toEqual({ lost: 0, all: 8 })
  expect(lossOf(rated([5, 0.1], [3, 0.5], [1, 0.9]))).toEqual({ lost: 8, all: 8 })
  expect(lossOf(rated([5, 0.5], [3, 0.5], [3, 0.9], [1, 0.5]))).toEqual({ lost: 1 + 2 + 2 + 1, all: 12 })
  expect(lossOf(rated([2, 0.1]))).toEqual({ lost: 0, all: 0 })
})

test('a variant is chosen by people it is not measured on', () => {
  // Each is perfect for one half and always wrong for the other: no choice by the others can help.
  const losses = (good: number) =>
    Array.from({ length: 4 }, (_, at) => ({ lost: at % 2 === good ? 0 : 1, all: 1 }))
  const tried = [0, 1].map((good) => ({ name: `${good}`, losses: losses(good) }))
  const [first] = tried
  expect(first && lossOn(first, [0, 2, 2, 3])).toBe(0.25)
  const { loss, chosen } = chosenOnOthers(tried, 4, 4, 1)
  expect(chosen).toHaveLength(4)
  expect(loss).toBe(1)
})
