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
  if (mode === 'decline') {
    if (fields.text.trim() === '') problems.push({ field: 'text', message: words.needReason })
    if (fields.confirm.trim().toLowerCase() !== 'reject') {
      problems.push({ field: 'confirm', message: words.needReject })
    }
  }
  return problems
}

/** The score that was typed, with a decimal point or comma; undefined for what is no number from 0 to 100. */
export function scoreIn(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^\d+([.,]\d+)?$/.test(text)) return undefined
  const score = Number(text.replace(',', '.'))
  return score <= 100 ? score : undefined
}
