import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Makes a proposal in the background. Not tried again: who waits for it sees that it failed, and why. */
export const makeProposalJob: JobKind<{ proposalId: string }> = {
  name: 'make-proposal',
  data: z.object({ proposalId: z.string() }),
  retryLimit: 0,
  retryDelay: 1,
}
