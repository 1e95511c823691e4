import type { TimelineStep } from '#client/ui/timeline.tsx'
import type { TimelineEntry, TimelineKind } from '#shared/submissions/timeline.ts'

/** What happened to a submission, in words. */
const timelineWords: Record<TimelineKind, string> = {
  abstract_submitted: 'Abstract submitted',
  abstract_restored: 'Restored by the organisers',
  abstract_replaced: 'Abstract replaced',
  abstract_accepted: 'Abstract accepted',
  abstract_change_requested: 'Abstract provisionally accepted',
  abstract_declined: 'Abstract rejected',
  abstract_resubmitted: 'Abstract resubmitted',
  paper_submitted: 'Paper submitted',
  paper_replaced: 'Paper replaced',
  paper_deleted: 'Paper deleted',
  paper_approved: 'Paper accepted',
  paper_change_requested: 'Changes to the paper requested',
  paper_reviewer_declined: 'Review received',
  paper_declined: 'Paper rejected',
  paper_resubmitted: 'Revised paper submitted',
  paper_reopened: 'Paper under review again',
  payment_reported: 'Payment reported',
  payment_verified: 'Payment confirmed',
  payment_reopened: 'Payment open again',
  abstract_deleted: 'Submission deleted',
  withdrawn: 'Submission withdrawn',
}

/** A submission's history as the steps of a timeline. */
export function happened(timeline: readonly TimelineEntry[]): TimelineStep[] {
  return timeline.map((entry, index) => ({
    key: `${entry.kind} ${index}`,
    title: timelineWords[entry.kind],
    at: entry.at,
    state: 'done',
    note: entry.note,
  }))
}
