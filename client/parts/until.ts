import { serverNow } from '#client/api/server-clock.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { timeLeft } from './time-left.ts'
import { words } from './words.ts'

/** A deed with the time that is left for it: 'Upload your paper – 3 days left'. */
export function withTimeLeft(deed: string, until: Timestamp | null | undefined, now = serverNow()): string {
  const left = until ? timeLeft(fromTimestamp(until), now) : undefined
  return left === undefined ? deed : `${deed} – ${words.left(left)}`
}

/** Whether a deadline is over; its own moment is in time (server/features/settings/deadline.ts). */
export function hasPassed(until: Timestamp | null | undefined, now = serverNow()): boolean {
  return until ? fromTimestamp(until) < now : false
}
