import { dayText } from '#client/ui/day-text.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { words } from './words.ts'

/** What an author reads of a payment that they reported: by when it is verified, anew or too late. */
export function reportedText({
  paymentPromise,
  paymentTakenBack,
}: Pick<AbstractItem, 'paymentPromise' | 'paymentTakenBack'>): string | undefined {
  if (paymentPromise === null) return undefined
  // What was promised for the report was kept.
  if (paymentTakenBack !== null) return words.verifiedAnew
  return paymentPromise.late ? words.payReportedLate : words.payReported(dayText(paymentPromise.day))
}
