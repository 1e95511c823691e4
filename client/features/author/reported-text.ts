import { dayText } from '#client/ui/day-text.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { words } from './words.ts'

/** What an author reads of a payment that they reported: by when it is verified, or that this takes too long. */
export function reportedText({ paymentPromise }: Pick<AbstractItem, 'paymentPromise'>): string | undefined {
  if (paymentPromise === null) return undefined
  return paymentPromise.late ? words.payReportedLate : words.payReported(dayText(paymentPromise.day))
}
