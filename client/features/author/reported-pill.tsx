import { StatusPill } from '#client/ui/status-pill.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { isLookedAt } from './display.ts'
import { words } from './words.ts'

/** Beside the status, while a payment is reported and not yet verified: the author waits for staff, not staff for them. */
export function ReportedPill({ item }: { item: Pick<AbstractItem, 'paymentReportedAt' | 'paymentPart'> }) {
  if (item.paymentReportedAt !== null) return <StatusPill kind="in-review">{words.reportedPill}</StatusPill>
  if (isLookedAt(item)) return <StatusPill kind="in-review">{words.lookedAtPill}</StatusPill>
  return item.paymentPart === null ? null : <StatusPill kind="changes">{words.partPill}</StatusPill>
}
