import type { TimelineStep } from '#client/ui/timeline.tsx'
import type { TimelineEntry } from '#shared/submissions/timeline.ts'
import { happenings } from './words.ts'

/** A submission's history as the steps of a timeline. */
export function happened(timeline: readonly TimelineEntry[]): TimelineStep[] {
  return timeline.map((entry, index) => ({
    key: `${entry.kind} ${index}`,
    title: happenings[entry.kind],
    at: entry.at,
    state: 'done',
    note: entry.note,
  }))
}
