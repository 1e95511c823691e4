import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { Message } from '#client/ui/message.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { readInvitation } from '#shared/people/contract.ts'
import { readInvitationCall } from './calls.ts'
import { words } from './words.ts'

/** Says at once when an invitation is good no longer; nothing where it is, or cannot be asked about. */
export function InvitationStanding({ invitation }: { invitation: string }) {
  const [state, setState] = useState<AnswerOf<typeof readInvitation>['state']>('open')
  useEffect(() => {
    const leaving = new AbortController()
    call(readInvitationCall, { body: { invitation }, signal: leaving.signal }).then(
      (answer) => setState(answer.state),
      () => undefined,
    )
    return () => leaving.abort()
  }, [invitation])
  return state === 'open' ? null : <Message kind="error">{words.signUp.invitation[state]}</Message>
}
