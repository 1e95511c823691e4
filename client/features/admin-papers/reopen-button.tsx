import { call } from '#client/api/call.ts'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import { reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { words } from './paper-words.ts'

/** Takes a decision back, with a reason; both sides are told. */
export function ReopenButton({ paperId }: { paperId: string }) {
  return (
    <ReasonButton
      offered
      label={words.reopen}
      title={words.reopenTitle}
      text={words.reopenText}
      reasonLabel={words.reopenReason}
      run={(reason) => call(reopenPaper, { params: { paperId }, body: { reason } })}
    />
  )
}
