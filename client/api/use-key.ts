import { useRef } from 'react'
import { newKey } from './new-key.ts'

/** Gives the Idempotency-Key for what is sent: the same one for the same, so that what is sent once more is done once. */
export function useKey(): (sent: unknown) => string {
  const last = useRef<{ sent: string; key: string }>(undefined)
  return (given) => {
    const sent = JSON.stringify(given)
    if (last.current?.sent !== sent) last.current = { sent, key: newKey() }
    return last.current.key
  }
}
