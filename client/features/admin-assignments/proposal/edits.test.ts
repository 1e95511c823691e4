import { expect, test } from 'vitest'
import type { Proposal, ProposedPair, Wish } from '#shared/assigning/propose-contract.ts'
import { add, allow, bar, isEdited, noEdits, pairsAfter, remove, toggleLock, wishAgain } from './edits.ts'

const pair = (paperId: string, reviewerId: string, isLocked = false): ProposedPair => ({
  paperId,
  reviewerId,
  title: '',
  reviewer: reviewerId,
  score: 0.5,
  reason: '',
  isLocked,
  warning: null,
  odd: [],
})
const proposal: Proposal = {
  pairs: [pair('p1', 'a'), pair('p2', 'b', true)],
  reviewsPerPaper: 1,
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
  other: null,
  shortage: null,
  inexperienced: null,
  cutShort: false,
  withoutExperienced: [],
  oddities: [],
  unproposedMore: 0,
  unknown: [],
  typed: [],
  seats: [],
}
const named = (paperId: string, reviewerId: string) => ({
  paperId,
  title: '',
  reviewerId,
  reviewer: reviewerId,
})
const made = { proposal, mustNot: [named('p1', 'c')] }
const wish: Wish = {
  objective: 'total',
  leastPapers: 0,
  limits: [],
  must: [],
  mustNot: [{ paperId: 'p1', reviewerId: 'c' }],
  bids: [],
  oneExperienced: false,
}
const none = noEdits(made)
const shown = (edits: typeof none) =>
  pairsAfter(made, edits).map(({ paperId, reviewerId, isLocked, isAdded }) =>
    [paperId, reviewerId, isLocked && 'locked', isAdded && 'added'].filter(Boolean).join(' '),
  )
const again = (edits: typeof none) => {
  const { must, mustNot } = wishAgain(wish, pairsAfter(made, edits), edits)
  const told = (pairs: Wish['must']) => pairs.map(({ paperId, reviewerId }) => `${paperId} ${reviewerId}`)
  return { must: told(must), mustNot: told(mustNot) }
}

test('without edits the proposal stands as it was made, and is run again with what it was told', () => {
  expect(shown(none)).toEqual(['p1 a', 'p2 b locked'])
  expect(isEdited(made, none)).toBe(false)
  expect(again(none)).toEqual({ must: ['p2 b'], mustNot: ['p1 c'] })
})

test('a pair is taken out and comes back; one that was added is locked, and leaves no trace when taken out', () => {
  const taken = remove(none, pair('p2', 'b'))
  expect(shown(taken)).toEqual(['p1 a'])
  expect(shown(add(made, taken, pair('p2', 'b')))).toEqual(['p1 a', 'p2 b locked'])
  const more = add(made, add(made, none, pair('p1', 'd')), pair('p1', 'd'))
  expect(shown(more)).toEqual(['p1 a', 'p2 b locked', 'p1 d locked added'])
  expect(isEdited(made, more)).toBe(true)
  expect(remove(more, pair('p1', 'd'))).toEqual(none)
})

test('run again, locked pairs must be and removed ones must not; an earlier no yields to a pair that is put in', () => {
  const edits = remove(toggleLock(add(made, none, pair('p1', 'c')), pair('p2', 'b')), pair('p1', 'a'))
  expect(again(edits)).toEqual({ must: ['p1 c'], mustNot: ['p1 a'] })
})

test('any pair can be barred, whether it was proposed, added or neither, and allowed again', () => {
  const barred = bar(bar(add(made, none, pair('p1', 'd')), named('p1', 'd')), named('p2', 'e'))
  expect(shown(barred)).toEqual(['p1 a', 'p2 b locked'])
  expect(again(barred).mustNot).toEqual(['p1 c', 'p1 d', 'p2 e'])
  expect(isEdited(made, barred)).toBe(true)
  expect(again(allow(barred, named('p1', 'c'))).mustNot).toEqual(['p1 d', 'p2 e'])
  expect(shown(allow(remove(none, pair('p1', 'a')), pair('p1', 'a')))).toEqual(['p1 a', 'p2 b locked'])
})

test('the due date that was chosen stays with every edit, and is none itself', () => {
  const given = { proposal, mustNot: [] }
  const due = { ...noEdits(given), dueAt: '2026-04-09T12:00:00.000Z' }
  expect(isEdited(given, due)).toBe(false)
  const added = add(given, bar(due, pair('p1', 'a')), pair('p1', 'c'))
  const edited = [
    remove(added, pair('p1', 'c')),
    toggleLock(due, pair('p1', 'a')),
    remove(due, pair('p2', 'b')),
  ]
  expect([added, ...edited].map(({ dueAt }) => dueAt)).toEqual(Array(4).fill(due.dueAt))
})
