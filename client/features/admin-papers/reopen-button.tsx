import { call } from '#client/api/call.ts'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { words } from './paper-words.ts'

interface Props {
  paperId: string
  /** When what is shown of it changed last. */
  updatedAt: Timestamp
  /** Whether an organiser decided: a reviewer's rejection that nobody confirmed is no decision to take back. */
  isDecided: boolean
}

/** Takes a decision back, or asks for other reviews before there is one, with a reason; both sides are told. */
export function ReopenButton({ paperId, updatedAt, isDecided }: Props) {
  return (
    <ReasonButton
      offered
      label={words.reopen}
      title={isDecided ? words.reopenTitle : words.reopenUndecidedTitle}
      text={words.reopenText}
      reasonLabel={words.reopenReason}
      read={updatedAt}
      run={(reason, read) => call(reopenPaper, { params: { paperId }, body: { reason, updatedAt: read } })}
    />
  )
}
