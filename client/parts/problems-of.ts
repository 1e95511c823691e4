import { fieldProblemsOf, messageOf } from '#client/api/api-error.ts'
import type { Problem } from '#client/ui/form.ts'

/** A refusal as a form shows it: at the fields the server named, else as a sentence of its own or `fallback`. */
export function problemsOf(error: unknown, fallback: string, fields: readonly string[]): Problem[] {
  const named = fieldProblemsOf(error).filter(({ field }) => fields.includes(field))
  return named.length > 0 ? named : [{ message: messageOf(error, fallback) }]
}
