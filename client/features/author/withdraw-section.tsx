import { call } from '#client/api/call.ts'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import type { OwnPayment } from '#shared/payments/receipt-contract.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { withdrawAbstract } from './calls.ts'
import { words } from './words.ts'

interface Props {
  abstract: AbstractItem
  /** Its payment, where something is or was to be paid. */
  payment: OwnPayment | null
}

/** Takes the submission out of the conference, also when it can no longer be deleted (decisions.md §7). */
export function WithdrawSection({ abstract, payment }: Props) {
  const { abstractId } = abstract
  return (
    <p>
      <ReasonButton
        danger
        label={words.withdraw}
        title={words.withdrawTitle}
        text={textFor(abstract, payment)}
        reasonLabel={words.withdrawReason}
        run={(reason) => call(withdrawAbstract, { params: { abstractId }, body: { reason } })}
      />
    </p>
  )
}

/** What happens, and what becomes of money, also of what came before the paper was taken up again. */
function textFor({ paymentReportedAt, paymentPart }: AbstractItem, payment: OwnPayment | null): string {
  const texts: string[] = [words.withdrawText]
  if (paymentReportedAt !== null || payment?.reported) texts.push(words.withdrawReported)
  const received = paymentPart?.received ?? payment?.held.join(' and ') ?? ''
  if (received !== '') texts.push(words.withdrawPart(received))
  return texts.join(' ')
}
