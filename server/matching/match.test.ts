import { expect, test } from 'vitest'
import { match } from './match.ts'
import { problemOf } from './problem-of.ts'
import { solve } from './solve.ts'

const small = problemOf(
  [
    [9, 5, null],
    [8, 2, 3],
  ],
  { seats: [1, 1], least: [0, 0, 0], most: [1, 1, 1] },
)

/** Large enough to be still at work when it is ended. */
function large() {
  const [papers, reviewers] = [2000, 500]
  const table = Array.from({ length: papers }, (_, p) =>
    Array.from({ length: reviewers }, (_, r) => (p * 7919 + r * 104_729 + p * r * 31) % 1_000_000),
  )
  return problemOf(table, {
    seats: table.map(() => 3),
    least: Array.from({ length: reviewers }, () => 12),
    most: Array.from({ length: reviewers }, () => 12),
  })
}

test('matches in a thread of its own as it does here, and says what is missing', async () => {
  const { signal } = new AbortController()
  expect(await match(small, { fair: false, signal })).toEqual({ solution: solve(small), shortage: null })
  const short = { ...small, most: Int32Array.of(1, 0, 0) }
  const { shortage } = await match(short, { fair: true, signal })
  expect(shortage?.raise).toHaveLength(1)
})

test('tells how far it is, keeps nobody waiting, and ends when told to', async () => {
  const ending = new AbortController()
  const seen: number[] = []
  const work = match(large(), {
    fair: true,
    signal: ending.signal,
    progress: (done, of) => {
      seen.push(done / of)
      ending.abort(new Error('enough'))
    },
  })
  await expect(work).rejects.toThrow('enough')
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.every((share) => share > 0 && share <= 1)).toBe(true)
  await expect(match(small, { fair: false, signal: ending.signal })).rejects.toThrow('enough')
})
