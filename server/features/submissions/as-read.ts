import { AppError } from '#server/core/app-error.ts'
import { isBefore, isSameMoment } from '#shared/core/from-timestamp.ts'
import { type Timestamp, toTimestamp } from '#shared/core/timestamp.ts'
import type { MeantAs } from '#shared/submissions/contract.ts'
import type { Submission } from './access.ts'

const CHANGED = 'It has changed since you opened it. Look at it again.'

/** Why what was read of a submission is not what it is now; null where it is. */
export function whyUnlike(submission: Submission, updatedAt: Timestamp | undefined): string | null {
  const isSame = updatedAt !== undefined && isSameMoment(updatedAt, toTimestamp(submission.updatedAt))
  return isSame ? null : CHANGED
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

/**
 * Refuses 409 `stale` where the file that somebody decides on came after what they read. That something else of the submission has
 * changed, as its abstract, is nothing to them. Who does not say what they read is believed.
 */
export function assertFileAsRead(
  file: { createdAt: Date } | undefined,
  updatedAt: Timestamp | undefined,
): void {
  if (updatedAt === undefined || file === undefined) return
  if (isBefore(updatedAt, toTimestamp(file.createdAt))) throw new AppError('stale', CHANGED)
}

/**
 * Refuses 409 `stale` where a file that was sent as one thing would be taken as the other: one that was to replace the newest is no
 * answer to a decision that came meanwhile, nor the other way round. Who does not say what it is meant as is believed.
 */
export function assertMeant(as: MeantAs, taken: NonNullable<MeantAs>): void {
  if (as !== undefined && as !== taken) throw new AppError('stale', CHANGED)
}
