import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Somebody has registered as a reviewer: their conflicts of interest are looked for again, and organisers told. */
export const newReviewer: JobKind<{ userId: string }> = {
  name: 'new-reviewer',
  data: z.object({ userId: z.uuid() }),
  retryLimit: 5,
  retryDelay: 30,
}
