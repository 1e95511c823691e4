import { z } from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Sends one mail of the outbox; waits longer after each try, at last about an hour, until the mail is given up (waiting.ts). */
export const sendMail: JobKind<{ emailId: string }> = {
  name: 'send-mail',
  data: z.object({ emailId: z.uuid() }),
  retryLimit: 12,
  retryDelay: 30,
  steadyFrom: 6,
}
