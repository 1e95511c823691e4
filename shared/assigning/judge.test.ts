import { expect, test } from 'vitest'
import { judge, type PairFacts } from './judge.ts'

const fine: PairFacts = {
  paperId: 'P26-0001-U',
  stage: 'paper_submitted',
  reviewer: { name: 'Rita', open: 2, limit: null },
  conflict: null,
  closed: null,
  isAssigned: false,
  isNamedBefore: false,
  hasReason: false,
}
const organisation = { reason: 'Both are of North.', weight: 'takes_reason' } as const
const own = { reason: 'Own paper.', weight: 'forbids' } as const
const name = { reason: 'The same name.', weight: 'warns' } as const

test.each<[string, Partial<PairFacts>, string | null]>([
  ['nothing speaks against it', {}, null],
  ['a paper that is not there', { stage: undefined }, 'unknown_paper'],
  ['somebody who does not review', { reviewer: undefined }, 'unknown_reviewer'],
  ['no paper yet', { stage: 'awaiting_paper' }, 'not_reviewable'],
  ['a paper that was accepted', { stage: 'awaiting_payment' }, 'not_reviewable'],
  ['a paper that comes back', { stage: 'paper_awaiting_resubmission' }, null],
  ['assigned already', { isAssigned: true }, 'assigned_already'],
  ['twice in the list', { isNamedBefore: true }, 'named_twice'],
  ['the same organisation', { conflict: organisation }, 'conflict_of_interest'],
  ['the same organisation, with a reason', { conflict: organisation, hasReason: true }, null],
  ['their own paper, with a reason', { conflict: own, hasReason: true }, 'conflict_of_interest'],
  ['the same name alone', { conflict: name }, null],
  ['below their limit', { reviewer: { name: 'Rita', open: 2, limit: 3 } }, null],
  ['too late for a review', { closed: '3 May 2026 at 23:59 (UTC)' }, 'reviews_closed'],
  ['at their limit', { reviewer: { name: 'Rita', open: 3, limit: 3 } }, 'over_limit'],
  ['at their limit, with a reason', { reviewer: { name: 'Rita', open: 3, limit: 3 }, hasReason: true }, null],
  ['a limit of none', { reviewer: { name: 'Rita', open: 0, limit: 0 } }, 'over_limit'],
])('%s', (_, given, code) => {
  expect(judge({ ...fine, ...given })?.code ?? null).toBe(code)
})
