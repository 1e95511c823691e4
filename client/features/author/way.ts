import type { AbstractItem } from '#shared/submissions/contract.ts'
import { isLookedAt, shownAs } from './display.ts'

/** What lies ahead of a submission, in the order of its way (portal.md §2 "Author instructions"). */
const way = ['assessAbstract', 'uploadPaper', 'reviewPaper', 'pay', 'verifyPayment', 'complete'] as const
type Stop = (typeof way)[number]

export interface Ahead {
  /** Who must act on what; 'revise…' stands for a stop of its own before the next decision. */
  now: Stop | 'reviseAbstract' | 'revisePaper'
  next: readonly Stop[]
}

type Given = Parameters<typeof shownAs>[0] & Pick<AbstractItem, 'paymentReportedAt'>

/** Where the submission is and what comes next; undefined where its way has ended. */
export function wayAhead(item: Given): Ahead | undefined {
  const { status, letter } = shownAs(item)
  const from = (stop: Stop) => way.slice(way.indexOf(stop))
  const at = (stop: Stop): Ahead => ({ now: stop, next: from(stop).slice(1) })
  switch (status) {
    case 'abstract_submitted':
      return at('assessAbstract')
    case 'awaiting_paper':
      return at('uploadPaper')
    case 'awaiting_resubmission':
      return letter === 'A'
        ? { now: 'reviseAbstract', next: from('assessAbstract') }
        : { now: 'revisePaper', next: from('reviewPaper') }
    case 'awaiting_payment':
      return at(item.paymentReportedAt === null && !isLookedAt(item) ? 'pay' : 'verifyPayment')
    case 'complete':
      return undefined
    default:
      return at('reviewPaper')
  }
}
