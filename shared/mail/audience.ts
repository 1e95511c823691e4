import { z } from 'zod'
import { stages } from '#shared/submissions/states.ts'

/** Whom a message to a group is for (decisions.md §8). Disabled and deleted people are in none. */
export const audience = z.discriminatedUnion('who', [
  z.object({ who: z.literal('everybody') }),
  /** `any`: everybody who may submit; else those with a submission that stands there. */
  z.object({ who: z.literal('authors'), stage: z.enum(['any', ...stages]).default('any') }),
  z.object({ who: z.literal('reviewers'), reviews: z.enum(['any', 'open', 'none_open']).default('any') }),
  z.object({ who: z.literal('organisers') }),
])
export type Audience = z.output<typeof audience>
