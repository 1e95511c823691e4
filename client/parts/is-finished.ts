import { UNFINISHED } from './moment.ts'

/**
 * Whether a moment may be sent. A half-typed one leads back to its field, which says what it lacks; where the field is not
 * shown any more nothing is held up.
 */
export function isFinished(moment: string, fieldId: string): boolean {
  if (moment !== UNFINISHED) return true
  const field = document.getElementById(fieldId)
  field?.focus()
  return field === null
}
