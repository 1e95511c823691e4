import { expect, test } from 'vitest'
import { sharedOut } from './even-load.ts'

const some = (count: number, limit: number | null = null, open = 0) =>
  Array.from({ length: count }, () => ({ limit, open }))

test.each([
  ['600 papers of three for 80', 1800, some(80), 23, 29],
  ['one each', 4, some(4), 1, 3],
  ['what they have counts', 4, some(2, null, 3), 5, 7],
  ['who takes two leaves the rest to the others', 20, [...some(5, 2), ...some(2)], 5, 7],
  ['nobody is asked for more than all have time for', 50, some(4, 3), 3, 5],
  ['who has more than that already has time for nothing more', 4, [...some(1, null, 9), ...some(2)], 2, 4],
  ['nothing lacks', 0, some(3), 0, 2],
  ['nobody reviews', 9, [], 0, 2],
  ['never more than a proposal takes', 5000, some(2), 1000, 1000],
])('%s', (_, lacking, reviewers, even, suggested) => {
  expect(sharedOut(lacking, reviewers)).toEqual({ even, suggested })
})
