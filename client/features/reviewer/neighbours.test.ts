import { expect, test } from 'vitest'
import { neighboursOf } from './neighbours.ts'

const papers = ['P1', 'P2', 'P3'].map((paperId) => ({ paperId }))
const idsBeside = (paperId: string) => {
  const { next, previous } = neighboursOf(papers, paperId)
  return [previous?.paperId, next?.paperId]
}

test('beside a paper are the ones before and after it; of one that is in no list the first comes next', () => {
  expect(idsBeside('P1')).toEqual([undefined, 'P2'])
  expect(idsBeside('P2')).toEqual(['P1', 'P3'])
  expect(idsBeside('P3')).toEqual(['P2', undefined])
  expect(idsBeside('P9')).toEqual([undefined, 'P1'])
  expect(neighboursOf([], 'P1')).toEqual({ next: undefined, previous: undefined })
})
