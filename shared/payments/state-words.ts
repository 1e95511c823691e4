import type { Payment } from './contract.ts'

/** The state of a paper's payment, as the payments desk and its exports say it. */
export const paymentStateWords: Record<Payment['state'], string> = {
  awaiting: 'awaiting payment',
  reported: 'reported',
  sought: 'reported, not due now',
  held: 'awaits no payment',
  returned: 'paid back',
  unfound: 'not found',
  verified: 'verified',
}
