import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Makes the cleaned copy of a PDF before anybody waits for it. */
export const cleanCopyJob: JobKind<{ storageKey: string }> = {
  name: 'clean-copy',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 5,
  retryDelay: 30,
  oneByOne: true,
}
