import { isLost, statusKind } from '#client/parts/status-kind.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { plainStatus } from '#shared/submissions/status-words.ts'
import { statusMessage } from './words.ts'

/** portal.md §4 "Author-side display rules": what a submission is shown as, by one precedence. */
export interface Shown {
  status: AbstractItem['status'] | NonNullable<AbstractItem['paperStatus']>
  label: string
  kind: ReturnType<typeof statusKind>
  declined: boolean
  /** P for paper-stage statuses, A otherwise. */
  letter: 'A' | 'P'
}

type Given = Pick<AbstractItem, 'status' | 'approved' | 'declined' | 'paperStatus' | 'paperReviewStatus'> &
  Partial<Pick<AbstractItem, 'paymentReportedAt' | 'paymentPart' | 'paymentTakenBack'>>

/**
 * A declined paper shows 'complete' in red; otherwise an approved abstract with a paper shows the paper's status;
 * otherwise the abstract's. A reviewer's rejection is shown as paper_submitted until an organiser confirms it.
 */
export function shownAs(item: Given): Shown {
  const declined = isLost(item)
  const paperStatus = item.paperStatus === 'reviewer_declined' ? 'paper_submitted' : item.paperStatus
  const byPaper = !declined && item.approved && paperStatus !== null
  const status = declined ? 'complete' : byPaper ? paperStatus : item.status
  return {
    status,
    label: plainStatus(status),
    kind: statusKind(status, declined),
    declined,
    letter: paperStatus === null ? 'A' : 'P',
  }
}

/** The sentence that says where the submission stands and what comes next. */
export function messageFor(item: Given): string {
  const shown = shownAs(item)
  if (shown.declined) return statusMessage.declined
  if (shown.status === 'awaiting_resubmission') {
    return shown.letter === 'P'
      ? statusMessage.paper_awaiting_resubmission
      : statusMessage.abstract_awaiting_resubmission
  }
  if (shown.status === 'awaiting_payment') return paymentMessage(item)
  if (shown.status === 'abstract_approved' || shown.status === 'reviewer_declined')
    return statusMessage.paper_submitted
  return statusMessage[shown.status]
}

/** Whether money arrived that organisers look at first: until then nobody is asked to pay. */
export const isLookedAt = ({ paymentPart }: Pick<Given, 'paymentPart'>): boolean => paymentPart?.due === null

function paymentMessage(item: Given): string {
  const { paymentReportedAt, paymentPart, paymentTakenBack } = item
  if (paymentReportedAt && paymentTakenBack) return statusMessage.payment_verified_anew
  if (paymentReportedAt) return statusMessage.payment_reported
  if (isLookedAt(item)) return statusMessage.payment_looked_at
  if (paymentPart) return statusMessage.payment_part
  return paymentTakenBack ? statusMessage.payment_open_again : statusMessage.awaiting_payment
}

/** Whether the celebration opens for a completed item: approved and complete (portal.md §4). */
export function isCelebrated(item: Given): boolean {
  return item.approved && !shownAs(item).declined && item.status === 'complete'
}
