import { hasPassed, withTimeLeft } from '#client/parts/until.ts'
import type { AssignedPaper } from '#shared/reviewing/contract.ts'
import { words } from './words.ts'

type Given = Pick<AssignedPaper, 'dueAt' | 'missedDeadline'>

/** What the reviewer has to do with an assigned paper: 'Review this paper – 3 days left'; or that it is overdue, or too late. */
export function stepText({ dueAt, missedDeadline }: Given): string {
  if (missedDeadline !== null) return words.tooLateNow
  return hasPassed(dueAt) ? words.sendNow : withTimeLeft(words.review, dueAt)
}

const LAST = Number.MAX_SAFE_INTEGER

/** Papers with the one that is due first before the others; without a due date, and where it is too late, last. */
export function byUrgency<Paper extends Given>(papers: readonly Paper[]): Paper[] {
  const due = ({ dueAt, missedDeadline }: Given) =>
    missedDeadline === null ? (dueAt?._seconds ?? LAST - 1) : LAST
  return [...papers].sort((a, b) => due(a) - due(b))
}
