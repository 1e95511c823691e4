import { expect, test } from 'vitest'
import {
  abstractStatusOf,
  may,
  next,
  paperStatusOf,
  type Stage,
  stages,
  submissionEvents,
  transitions,
} from './states.ts'

test('the decisions lead where portal.md §4 says', () => {
  expect(next('abstract_submitted', 'accept_abstract')).toBe('awaiting_paper')
  expect(next('abstract_submitted', 'request_abstract_change')).toBe('abstract_awaiting_resubmission')
  expect(next('abstract_submitted', 'decline_abstract')).toBe('abstract_declined')
  expect(next('paper_submitted', 'approve_paper')).toBe('awaiting_payment')
  expect(next('paper_submitted', 'request_paper_change')).toBe('paper_awaiting_resubmission')
  expect(next('paper_submitted', 'reviewer_decline_paper')).toBe('reviewer_declined')
  expect(next('awaiting_payment', 'verify_payment')).toBe('complete')
  expect(next('paper_submitted', 'delete_paper')).toBe('awaiting_paper')
})

test('the statuses of abstract and paper are read off the stage as decisions.md §7 says', () => {
  const read = (stage: Stage) => [abstractStatusOf[stage], paperStatusOf[stage]]
  expect(Object.fromEntries(stages.map((stage) => [stage, read(stage)]))).toEqual({
    abstract_submitted: ['abstract_submitted', null],
    abstract_awaiting_resubmission: ['awaiting_resubmission', null],
    abstract_declined: ['complete', null],
    awaiting_paper: ['awaiting_paper', null],
    paper_submitted: ['abstract_approved', 'paper_submitted'],
    reviewer_declined: ['abstract_approved', 'reviewer_declined'],
    paper_awaiting_resubmission: ['abstract_approved', 'awaiting_resubmission'],
    paper_declined: ['complete', 'complete'],
    awaiting_payment: ['awaiting_payment', 'awaiting_payment'],
    complete: ['complete', 'complete'],
    withdrawn: ['complete', 'complete'],
  })
})

test('every event is possible in some stage, and every stage can be reached from the first', () => {
  for (const event of submissionEvents)
    expect([event, stages.some((stage) => may(stage, event))]).toEqual([event, true])
  const reached = new Set<Stage>(['abstract_submitted'])
  for (const stage of reached) for (const to of Object.values(transitions[stage])) reached.add(to)
  expect([...reached].sort()).toEqual([...stages].sort())
})

test('nothing leads out of a withdrawn submission; of a rejected abstract, only that the rejection is taken back', () => {
  expect(transitions.withdrawn).toEqual({})
  expect(transitions.abstract_declined).toEqual({ reopen_abstract: 'abstract_submitted' })
})
