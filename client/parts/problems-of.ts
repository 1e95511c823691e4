import { ApiError, fieldProblemsOf, isUnanswered, messageOf } from '#client/api/api-error.ts'
import { accessToken } from '#client/api/session.ts'
import type { Problem } from '#client/ui/form.ts'
import { words } from '#client/ui/words.ts'

/** The session ended, here or in another tab, which leaves this one without a token to send. */
const isWithoutSession = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'token_expired' || error.code === 'not_authenticated')

/**
 * A refusal as a form shows it: at the fields the server named, else as a sentence of its own or `fallback`. Nothing
 * when the session is lost: a window over the form says so, and what the form said would still stand there after it.
 */
export function problemsOf(error: unknown, fallback: string, fields: readonly string[]): Problem[] {
  if (isWithoutSession(error) && accessToken() === null) return []
  const named = fieldProblemsOf(error).filter(({ field }) => fields.includes(field))
  if (named.length > 0) return named
  const message = messageOf(error, fallback)
  return [{ message: isUnanswered(error) ? `${message} ${words.typedIsKept}` : message }]
}
