import { expect, test } from 'vitest'
import { wayAhead } from './way.ts'

const submitted = {
  status: 'abstract_submitted',
  approved: false,
  declined: false,
  paperStatus: null,
  paperReviewStatus: null,
  paymentReportedAt: null,
} as const
const inReview = { ...submitted, status: 'abstract_approved', approved: true } as const

test('from the first day the whole way can be seen', () => {
  expect(wayAhead(submitted)).toEqual({
    now: 'assessAbstract',
    next: ['uploadPaper', 'reviewPaper', 'pay', 'verifyPayment', 'complete'],
  })
})

test('a revision goes before the next decision', () => {
  expect(wayAhead({ ...submitted, status: 'awaiting_resubmission' })).toMatchObject({
    now: 'reviseAbstract',
    next: { 0: 'assessAbstract' },
  })
  expect(wayAhead({ ...inReview, paperStatus: 'awaiting_resubmission' })).toMatchObject({
    now: 'revisePaper',
    next: { 0: 'reviewPaper' },
  })
})

test('a reviewer’s rejection looks like any paper under review', () => {
  const ahead = wayAhead({ ...inReview, paperStatus: 'paper_submitted' })
  expect(wayAhead({ ...inReview, paperStatus: 'reviewer_declined' })).toEqual(ahead)
  expect(ahead?.now).toBe('reviewPaper')
})

test('a reported payment waits for the staff', () => {
  const accepted = { ...submitted, status: 'awaiting_payment', approved: true } as const
  expect(wayAhead({ ...accepted, paperStatus: 'awaiting_payment' })?.now).toBe('pay')
  expect(
    wayAhead({
      ...accepted,
      paperStatus: 'awaiting_payment',
      paymentReportedAt: { _seconds: 1, _nanoseconds: 0 },
    }),
  ).toEqual({ now: 'verifyPayment', next: ['complete'] })
  const lookedAt = { received: '250.00 EUR', due: null }
  expect(wayAhead({ ...accepted, paperStatus: 'awaiting_payment', paymentPart: lookedAt })?.now).toBe(
    'verifyPayment',
  )
})

test('what has ended has nothing ahead', () => {
  expect(wayAhead({ ...submitted, status: 'complete', declined: true })).toBeUndefined()
})
