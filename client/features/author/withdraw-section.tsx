import { call } from '#client/api/call.ts'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { withdrawAbstract } from './calls.ts'
import { words } from './words.ts'

/** Takes the submission out of the conference, also when it can no longer be deleted (decisions.md §7). */
export function WithdrawSection({ abstract }: { abstract: AbstractItem }) {
  const { abstractId } = abstract
  return (
    <p>
      <ReasonButton
        danger
        label={words.withdraw}
        title={words.withdrawTitle}
        text={textFor(abstract)}
        reasonLabel={words.withdrawReason}
        run={(reason) => call(withdrawAbstract, { params: { abstractId }, body: { reason } })}
      />
    </p>
  )
}

/** What happens, and what becomes of money. */
function textFor({ paymentReportedAt, paymentPart }: AbstractItem): string {
  const texts: string[] = [words.withdrawText]
  if (paymentReportedAt !== null) texts.push(words.withdrawReported)
  if (paymentPart !== null) texts.push(words.withdrawPart(paymentPart.received))
  return texts.join(' ')
}
