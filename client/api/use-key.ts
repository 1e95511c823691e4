import { useState } from 'react'
import { endsKey } from './api-error.ts'
import { newKey } from './new-key.ts'

/**
 * Sends under an Idempotency-Key: the same one for the same as long as it is not known what became of it, so that what is sent
 * once more is done once. After an answer, a refusal too, the next try has another: it is not given the old answer again.
 */
export function keyed() {
  let last: { sent: string; key: string } | undefined
  return async <Answer>(given: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const sent = JSON.stringify(given)
    if (last?.sent !== sent) last = { sent, key: newKey() }
    const { key } = last
    try {
      const answer = await send(key)
      last = undefined
      return answer
    } catch (error) {
      if (endsKey(error)) last = undefined
      throw error
    }
  }
}

/** As {@link keyed}, for as long as what sends is on the screen. */
export function useKey(): ReturnType<typeof keyed> {
  const [send] = useState(keyed)
  return send
}
