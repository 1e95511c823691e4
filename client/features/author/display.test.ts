import { expect, test } from 'vitest'
import { isCelebrated, messageFor, shownAs } from './display.ts'

const item = {
  status: 'abstract_submitted',
  approved: false,
  declined: false,
  paperStatus: null,
  paperReviewStatus: null,
} as const

test('without a paper the abstract’s status shows', () => {
  expect(shownAs(item)).toEqual({
    status: 'abstract_submitted',
    label: 'abstract submitted',
    kind: 'in-review',
    declined: false,
    letter: 'A',
  })
})

test('an approved abstract with a paper shows the paper’s status', () => {
  const shown = shownAs({
    ...item,
    status: 'abstract_approved',
    approved: true,
    paperStatus: 'awaiting_resubmission',
  })
  expect([shown.label, shown.kind, shown.letter]).toEqual(['awaiting resubmission', 'changes', 'P'])
})

test('a reviewer’s rejection is shown as paper submitted', () => {
  const given = {
    ...item,
    status: 'abstract_approved',
    approved: true,
    paperStatus: 'reviewer_declined',
  } as const
  expect(shownAs(given).label).toBe('paper submitted')
  expect(messageFor(given)).toBe('Your paper is under review. You are told of the decision by e-mail.')
})

test('a declined paper shows complete in red, by its flag or by its review status', () => {
  const declined = { ...item, status: 'complete', declined: true, paperStatus: 'complete' } as const
  expect([shownAs(declined).label, shownAs(declined).kind]).toEqual(['complete', 'rejected'])
  const byReview = {
    ...item,
    status: 'complete',
    approved: true,
    paperStatus: 'complete',
    paperReviewStatus: 'declined_admin',
  } as const
  expect(shownAs(byReview).kind).toBe('rejected')
})

test('only what is approved and complete is celebrated', () => {
  expect(isCelebrated({ ...item, status: 'complete', approved: true, paperStatus: 'complete' })).toBe(true)
  expect(isCelebrated({ ...item, status: 'complete', declined: true })).toBe(false)
  expect(isCelebrated({ ...item, status: 'awaiting_payment', approved: true })).toBe(false)
})

test('what an organiser declined is not celebrated, with or without the flag', () => {
  const declined = {
    ...item,
    status: 'complete',
    approved: true,
    paperReviewStatus: 'declined_admin',
  } as const
  expect(isCelebrated(declined)).toBe(false)
})

test('a confirmation that was taken back says whether it is looked into again or open again', () => {
  const given = {
    ...item,
    status: 'awaiting_payment',
    approved: true,
    paperStatus: 'awaiting_payment',
  } as const
  const at = { _seconds: 1, _nanoseconds: 0 }
  const said = [
    {},
    { paymentTakenBack: 'Why' },
    { paymentReportedAt: at },
    { paymentReportedAt: at, paymentTakenBack: 'Why' },
    { paymentPart: { received: '100.00 EUR', due: '150.00 EUR' } },
    { paymentPart: { received: '100.00 EUR and 165.00 USD', due: null } },
  ].map((payment) => messageFor({ ...given, ...payment }))
  expect(said).toEqual([
    'Your paper was accepted. Pay the registration fee to complete your submission.',
    'The confirmation of your payment was taken back: the registration fee is open again.',
    'Your payment is with the staff. There is nothing to do for you now.',
    'The confirmation of your payment was taken back, and staff look into it again. Please do not pay again.',
    'A part of the registration fee arrived. Pay the rest to complete your submission.',
    'Money arrived for your paper, and the organisers look at it. Please do not pay again.',
  ])
})
