import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { timeLeft } from './time-left.ts'
import { words } from './words.ts'

/** A deed with the time that is left for it: 'Upload your paper – 3 days left'. */
export function withTimeLeft(deed: string, until: Timestamp | null | undefined, now = new Date()): string {
  const left = until ? timeLeft(fromTimestamp(until), now) : undefined
  return left === undefined ? deed : `${deed} – ${words.left(left)}`
}

/** Whether a deadline is over. */
export function hasPassed(until: Timestamp | null | undefined, now = new Date()): boolean {
  return until ? fromTimestamp(until) <= now : false
}
