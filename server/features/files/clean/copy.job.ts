import { AppError } from '#server/core/app-error.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import type { CleanCopies } from './clean-copies.ts'
import { cleanCopyJob } from './copy-kind.ts'

/** Makes cleaned copies in the background; of a file that went meanwhile there is none to make. */
export function cleanCopyHandler(copies: CleanCopies): JobHandler {
  return handlerFor(cleanCopyJob, async ({ storageKey }) => {
    try {
      await copies.of(storageKey)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    }
  })
}
