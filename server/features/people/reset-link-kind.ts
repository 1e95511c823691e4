import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/**
 * Somebody asked for a link to a new password; null where the address they gave is nobody's, so that asking takes the
 * same time either way.
 */
export const resetLink: JobKind<{ userId: string | null }> = {
  name: 'reset-link',
  data: z.object({ userId: z.uuid().nullable() }),
  retryLimit: 5,
  retryDelay: 5,
}
