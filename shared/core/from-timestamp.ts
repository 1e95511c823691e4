import type { Timestamp } from './timestamp.ts'

/**
 * Wire to moment; the client shows seconds times 1000 (portal.md §3). In a file of its own, so that the dashboards have
 * it without the schemas.
 */
export function fromTimestamp(stamp: Timestamp): Date {
  return new Date(stamp._seconds * 1000)
}

/** Whether one came before the other. */
export function isBefore(a: Timestamp, b: Timestamp): boolean {
  return a._seconds < b._seconds || (a._seconds === b._seconds && a._nanoseconds < b._nanoseconds)
}

/** Whether two are the same moment. */
export function isSameMoment(a: Timestamp, b: Timestamp): boolean {
  return a._seconds === b._seconds && a._nanoseconds === b._nanoseconds
}
