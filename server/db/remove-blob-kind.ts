import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Removes stored bytes that no row mentions any more. */
export const removeBlob: JobKind<{ storageKey: string }> = {
  name: 'remove-blob',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 12,
  retryDelay: 60,
}
