import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { readInvitation } from '#shared/people/contract.ts'
import { readInvitationCall } from './calls.ts'

/** What an invitation's link tells: how it stands, and for whom it is. As if open and nameless until that is known, and where it cannot be asked. */
export function useInvitation(invitation: string | undefined): AnswerOf<typeof readInvitation> {
  const [told, setTold] = useState<AnswerOf<typeof readInvitation>>({ state: 'open', name: '' })
  useEffect(() => {
    if (!invitation) return undefined
    const leaving = new AbortController()
    call(readInvitationCall, { body: { invitation }, signal: leaving.signal }).then(setTold, () => undefined)
    return () => leaving.abort()
  }, [invitation])
  return told
}
