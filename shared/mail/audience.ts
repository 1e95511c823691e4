import { z } from 'zod'
import { stages } from '#shared/submissions/states.ts'

/** Whom a message to a group is for (decisions.md §8). Disabled and deleted people are in none. */
export const audience = z.discriminatedUnion('who', [
  z.object({ who: z.literal('everybody') }),
  /**
   * `any`: everybody who may submit; else those with a submission that stands there. `not_reported`, of those that await
   * payment: whose payment was not reported, as the payments desk's filter says.
   */
  z
    .object({
      who: z.literal('authors'),
      stage: z.enum(['any', ...stages]).default('any'),
      payment: z.enum(['any', 'not_reported']).optional(),
    })
    .refine(({ stage, payment }) => stage === 'awaiting_payment' || payment !== 'not_reported', {
      path: ['payment'],
      message: 'Only of submissions that await payment it is known whether their payment was reported.',
    }),
  z.object({ who: z.literal('reviewers'), reviews: z.enum(['any', 'open', 'none_open']).default('any') }),
  z.object({ who: z.literal('organisers') }),
])
export type Audience = z.output<typeof audience>
