import { AppError } from '#server/core/app-error.ts'
import { isSameMoment } from '#shared/core/from-timestamp.ts'
import { type Timestamp, toTimestamp } from '#shared/core/timestamp.ts'
import type { Submission } from './access.ts'

/** Why what was read of a submission is not what it is now; null where it is. */
export function whyUnlike(submission: Submission, updatedAt: Timestamp | undefined): string | null {
  const isSame = updatedAt !== undefined && isSameMoment(updatedAt, toTimestamp(submission.updatedAt))
  return isSame ? null : 'It has changed since you opened it. Look at it again.'
}

/**
 * Refuses 409 `stale` where a submission has changed since whoever decides on it read it: nobody decides on a version
 * that they have not seen. Who does not say what they read is believed.
 */
export function assertAsRead(submission: Submission, updatedAt: Timestamp | undefined): void {
  if (updatedAt === undefined) return
  const why = whyUnlike(submission, updatedAt)
  if (why !== null) throw new AppError('stale', why)
}
