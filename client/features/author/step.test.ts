import { expect, test } from 'vitest'
import { stepOf, stepsOf } from './step.ts'

const none = {
  uploadAbstract: false,
  editAbstract: false,
  deleteAbstract: false,
  uploadPaper: false,
  editPaper: false,
  deletePaper: false,
  editDetails: false,
  reportPayment: false,
  withdraw: false,
}
const submitted = {
  status: 'abstract_submitted',
  approved: false,
  declined: false,
  paperStatus: null,
  paperReviewStatus: null,
  abilities: none,
  nextDeadline: null,
} as const
const until = { _seconds: 1_800_000_000, _nanoseconds: 0 }
const awaitingPaper = {
  ...submitted,
  status: 'awaiting_paper',
  approved: true,
  abilities: { ...none, uploadPaper: true },
  nextDeadline: until,
} as const
const toPay = {
  ...submitted,
  status: 'awaiting_payment',
  approved: true,
  paperStatus: 'awaiting_payment',
  abilities: { ...none, reportPayment: true },
} as const

test('an accepted abstract waits for its paper, until the deadline', () => {
  expect(stepOf(awaitingPaper)).toEqual({ what: 'paper', open: true, until })
})

test('what needs changes waits for the revised abstract or paper', () => {
  const abstract = {
    ...submitted,
    status: 'awaiting_resubmission',
    abilities: { ...none, uploadAbstract: true },
  } as const
  const paper = { ...abstract, approved: true, paperStatus: 'awaiting_resubmission' } as const
  expect([stepOf(abstract)?.what, stepOf(paper)?.what]).toEqual(['revisedAbstract', 'revisedPaper'])
})

test('after the deadline the step is there, but no longer open', () => {
  expect(stepOf({ ...awaitingPaper, abilities: none })).toEqual({ what: 'paper', open: false, until })
})

test('an accepted paper waits for the payment until it is reported', () => {
  expect(stepOf(toPay)?.what).toBe('payment')
  expect(stepOf({ ...toPay, abilities: none })).toBeUndefined()
})

test('an accepted paper whose money the organisers look at first waits for no payment', () => {
  const part = { received: '100.00 EUR', due: '150.00 EUR' }
  expect(stepOf({ ...toPay, paymentPart: part })?.what).toBe('payment')
  expect(stepOf({ ...toPay, paymentPart: { ...part, due: null } })).toBeUndefined()
})

test('while others act, and at the end, there is nothing to do', () => {
  expect(stepOf(submitted)).toBeUndefined()
  expect(stepOf({ ...submitted, status: 'complete', declined: true })).toBeUndefined()
})

test('the most urgent comes first, what was missed last', () => {
  const sooner = { ...awaitingPaper, nextDeadline: { _seconds: 1_700_000_000, _nanoseconds: 0 } }
  const missed = { ...sooner, abilities: none }
  const sorted = stepsOf([missed, toPay, awaitingPaper, submitted, sooner]).map(({ item }) => item)
  expect(sorted).toEqual([sooner, awaitingPaper, toPay, missed])
})
