import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** People have become reviewers: their conflicts of interest are looked for again, and organisers told. */
export const newReviewer: JobKind<{ userIds: string[] }> = {
  name: 'new-reviewer',
  data: z.union([
    z.object({ userIds: z.array(z.uuid()) }),
    // As it was written before lists of people were imported together.
    z.object({ userId: z.uuid() }).transform(({ userId }) => ({ userIds: [userId] })),
  ]),
  retryLimit: 5,
  retryDelay: 30,
}
