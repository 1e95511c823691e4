import { DECISION_TEXT_MAX, lengthAsSent } from '#shared/submissions/decision-text.ts'
import { words } from './words.ts'

export type DecisionMode = 'approve' | 'request_change' | 'decline'

export interface DecisionFields {
  score: string
  text: string
  confirm: string
}

export interface DecisionProblem {
  field: keyof DecisionFields
  message: string
}

/** What is wrong with a decision before it is sent (portal.md §5), in the order of the fields; `scored` for reviewers, not for admins. */
export function checkDecision(
  mode: DecisionMode,
  fields: DecisionFields,
  scored: boolean,
): DecisionProblem[] {
  const problems: DecisionProblem[] = []
  if (scored && mode !== 'decline') {
    const score = fields.score.trim()
    if (score === '') problems.push({ field: 'score', message: words.needScore })
    else if (scoreIn(score) === undefined) problems.push({ field: 'score', message: words.scoreRange })
  }
  if (mode === 'request_change' && fields.text.trim() === '') {
    problems.push({ field: 'text', message: words.needComments })
  }
  const tooLong = tooLongText(fields.text)
  if (tooLong !== undefined) problems.push({ field: 'text', message: tooLong })
  if (mode === 'decline') {
    if (fields.text.trim() === '') problems.push({ field: 'text', message: words.needReason })
    if (fields.confirm.trim().toLowerCase() !== 'reject') {
      problems.push({ field: 'confirm', message: words.needReject })
    }
  }
  return problems
}

/** What is said of a text that is longer than a decision may hold; undefined within it. */
export function tooLongText(typed: string): string | undefined {
  const length = lengthAsSent(typed)
  return length > DECISION_TEXT_MAX ? words.textTooLong(length, DECISION_TEXT_MAX) : undefined
}

/** A decimal number as people write it: 5, 5., .5, +5, -0, 1e1; with a point or a comma. */
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/** The score that was typed; undefined for what is no finite number from 0 to 100. */
export function scoreIn(typed: string): number | undefined {
  const text = typed.trim()
  if (!NUMBER.test(text)) return undefined
  const score = Number(text.replace(',', '.'))
  // -0 is 0.
  return score >= 0 && score <= 100 ? Math.abs(score) : undefined
}
