import { call } from '#client/api/call.ts'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import { withdrawAbstract } from './calls.ts'
import { words } from './words.ts'

/** Takes the submission out of the conference, also when it can no longer be deleted (decisions.md §7). */
export function WithdrawSection({ abstractId }: { abstractId: string }) {
  return (
    <p>
      <ReasonButton
        danger
        label={words.withdraw}
        title={words.withdrawTitle}
        text={words.withdrawText}
        reasonLabel={words.withdrawReason}
        run={(reason) => call(withdrawAbstract, { params: { abstractId }, body: { reason } })}
      />
    </p>
  )
}
