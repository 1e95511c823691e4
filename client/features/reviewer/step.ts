import { hasPassed, withTimeLeft } from '#client/parts/until.ts'
import type { AssignedPaper } from '#shared/reviewing/contract.ts'
import { words } from './words.ts'

type Given = Pick<AssignedPaper, 'dueAt'>

/** What the reviewer has to do with an assigned paper: 'Review this paper – 3 days left'; or that it is overdue. */
export function stepText({ dueAt }: Given): string {
  return hasPassed(dueAt) ? words.sendNow : withTimeLeft(words.review, dueAt)
}

/** Papers with the one that is due first before the others; without a due date last. */
export function byUrgency<Paper extends Given>(papers: readonly Paper[]): Paper[] {
  const due = ({ dueAt }: Given) => dueAt?._seconds ?? Number.MAX_SAFE_INTEGER
  return [...papers].sort((a, b) => due(a) - due(b))
}
