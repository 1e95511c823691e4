import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Sends one mail of the outbox; tried for about three days, waiting longer each time. */
export const sendMail: JobKind<{ emailId: string }> = {
  name: 'send-mail',
  data: z.object({ emailId: z.uuid() }),
  retryLimit: 12,
  retryDelay: 30,
}
