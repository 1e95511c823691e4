import { expect, test } from 'vitest'
import type { Proposal, ProposedPair, Wish } from '#shared/assigning/propose-contract.ts'
import { add, isEdited, noEdits, pairsAfter, remove, toggleLock, wishAgain } from './edits.ts'

const pair = (paperId: string, reviewerId: string, isLocked = false): ProposedPair => ({
  paperId,
  reviewerId,
  title: '',
  reviewer: reviewerId,
  score: 0.5,
  reason: '',
  isLocked,
  warning: null,
})
const proposal: Proposal = {
  pairs: [pair('p1', 'a'), pair('p2', 'b', true)],
  figures: {
    papers: 2,
    seats: 2,
    open: 0,
    total: 1,
    mean: 0.5,
    worst: 0.5,
    leastLoad: 1,
    mostLoad: 1,
    withExpert: 2,
  },
  shortage: null,
  withoutExperienced: [],
  oddities: [],
}
const wish: Wish = {
  objective: 'total',
  leastPapers: 0,
  must: [],
  mustNot: [{ paperId: 'p1', reviewerId: 'c' }],
  bids: [],
  experienced: [],
}
const none = noEdits(proposal)
const shown = (edits: typeof none) =>
  pairsAfter(proposal, edits).map(({ paperId, reviewerId, isLocked, isAdded }) =>
    [paperId, reviewerId, isLocked && 'locked', isAdded && 'added'].filter(Boolean).join(' '),
  )

test('without edits the proposal stands as it was made', () => {
  expect(shown(none)).toEqual(['p1 a', 'p2 b locked'])
  expect(isEdited(proposal, none)).toBe(false)
})

test('a pair is taken out and comes back; one that was added is locked, and leaves no trace when taken out', () => {
  const without = remove(none, pair('p2', 'b'))
  expect(shown(without)).toEqual(['p1 a'])
  expect(shown(add(without, pair('p2', 'b')))).toEqual(['p1 a', 'p2 b'])
  const more = add(add(none, pair('p1', 'd')), pair('p1', 'd'))
  expect(shown(more)).toEqual(['p1 a', 'p2 b locked', 'p1 d locked added'])
  expect(remove(more, pair('p1', 'd'))).toEqual(none)
})

test('run again, locked pairs must be and removed ones must not; an earlier no yields to a lock', () => {
  const edits = remove(toggleLock(add(none, pair('p1', 'c')), pair('p2', 'b')), pair('p1', 'a'))
  expect(wishAgain(wish, pairsAfter(proposal, edits), edits)).toEqual({
    ...wish,
    must: [{ paperId: 'p1', reviewerId: 'c' }],
    mustNot: [{ paperId: 'p1', reviewerId: 'a' }],
  })
})
