import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Reads the text of a submission's newest abstract. */
export const readTextJob: JobKind<{ submissionId: string }> = {
  name: 'read-text',
  data: z.object({ submissionId: z.string() }),
  retryLimit: 5,
  retryDelay: 30,
  oneByOne: true,
}
