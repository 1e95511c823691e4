import { useEffect, useState } from 'react'
import { ApiError, mayBeTriedAgain, messageOf, property } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { verifyEmailCall } from './calls.ts'
import { words } from './words.ts'

/** `refused`: the link is not good, however often it is tried; `failed`: it may be next time. */
export type Confirmation = { state: 'working' } | { state: 'done' | 'failed' | 'refused'; said: string }

/** One confirmation per token, also when React runs an effect twice: a token can be used only once. */
const underWay = new Map<string, Promise<Confirmation>>()

function confirm(token: string): Promise<Confirmation> {
  const known = underWay.get(token)
  if (known !== undefined) return known
  const asked = call(verifyEmailCall, { body: { token } }).then(
    ({ message }): Confirmation => ({ state: 'done', said: message || words.verify.done }),
    (error: unknown): Confirmation => {
      underWay.delete(token)
      const said = messageOf(error, words.verify.failed)
      if (isConfirmedAlready(error)) return { state: 'done', said }
      return { state: mayBeTriedAgain(error) ? 'failed' : 'refused', said }
    },
  )
  underWay.set(token, asked)
  return asked
}

/** The link was used before, with an answer that was lost, say; what it was for holds. */
const isConfirmedAlready = (error: unknown): boolean =>
  error instanceof ApiError && property(property(error.data, 'details'), 'confirmed') === true

/** Confirms an address by a POST when the screen opens; `again` repeats it after a failure. */
export function useConfirmation(token: string): { confirmation: Confirmation; again: () => void } {
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'working' })
  useEffect(() => {
    void confirm(token).then(setConfirmation)
  }, [token])
  const said = confirmation.state === 'done' ? confirmation.said : undefined
  useEffect(() => {
    // A link works once: loaded again, the page says what happened instead of trying it again.
    if (said !== undefined) navigate({ to: '/verify-email', replace: true, state: { said } })
  }, [said])
  const again = () => {
    setConfirmation({ state: 'working' })
    void confirm(token).then(setConfirmation)
  }
  return { confirmation, again }
}
