import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Reads title and abstract of a publication's PDF, and lets the file go. */
export const readPublicationJob: JobKind<{ publicationId: string }> = {
  name: 'read-publication',
  data: z.object({ publicationId: z.string() }),
  retryLimit: 5,
  retryDelay: 30,
  oneByOne: true,
}
