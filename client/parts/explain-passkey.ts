import type { Problem } from '#client/ui/form.ts'
import { problemsOf } from './problems-of.ts'

const said: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was given: it was cancelled, or took too long. Try again.',
  AbortError: 'No passkey was given: it was cancelled, or took too long. Try again.',
  InvalidStateError: 'This device or security key holds a passkey for your account already.',
  SecurityError: 'Passkeys work only at the portal’s own address.',
  NotSupportedError: 'This device cannot make a passkey that the portal takes.',
}

/** Whether the browser made no passkey because the device holds one that the portal named to it. */
export const isHeldAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** As {@link problemsOf}, and what a browser says when it makes or gives no passkey, by the name of its error. */
export function explainPasskey(error: unknown, fallback: string, fields: readonly string[]): Problem[] {
  const message = error instanceof Error ? said[error.name] : undefined
  return message === undefined ? problemsOf(error, fallback, fields) : [{ message }]
}
