import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCORE_MAX } from '#server/matching/problem.ts'
import { keptScores, scoreReader } from './kept-scores.ts'

test('scores are read as they were kept, to the ten-thousandth; what cannot be stays so', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(SCORE_MAX))), (scores) => {
      const { bytes, keep } = keptScores(scores.length)
      for (const [pair, score] of scores.entries()) keep(pair, score)
      const read = scoreReader(bytes, scores.length)
      const rounded = scores.map((score) => (score === null ? null : Math.round(score / 100) / 10_000))
      expect(scores.map((_, pair) => read(pair))).toEqual(rounded)
    }),
  )
})

test('a proposal that was kept by a byte a pair is read too', () => {
  const read = scoreReader(Uint8Array.of(0, 40, 100, 255), 4)
  expect([read(0), read(1), read(2), read(3)]).toEqual([0, 0.4, 1, null])
})
