import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { TOGETHER_MAX } from '#shared/core/together-max.ts'

const state = z.object({ status: z.literal('ok') })

export const live = endpoint({
  method: 'GET',
  path: '/api/health/live',
  tag: 'Operations',
  summary: 'The process answers.',
  access: 'public',
  answer: state,
})

export const ready = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  tag: 'Operations',
  summary: 'The database answers too.',
  access: 'public',
  answer: state,
  refusals: ['unavailable'],
})

/** No sign that one reader of addresses would take for another: no dot, backslash or escape in the path (RFC 3986 §6). */
const readAddress = z
  .string()
  .max(500)
  .regex(/^\/api(?:\/[\w-]+)+(?:\?[\w=&%.~+*-]*)?$/, 'Each read is an address of this reference, as /api/me.')

/** Several reads of one person; a screen's first data comes so (client/README.md). */
export const readTogether = endpoint({
  method: 'GET',
  path: '/api/reads',
  tag: 'Operations',
  summary:
    'Several reads with one request, each answered as it would be by itself: in order, with status and tag.',
  access: 'signed-in',
  query: z.object({
    of: z.preprocess(
      (given) => (typeof given === 'string' ? [given] : given),
      z.array(readAddress, { error: 'Say what to read: ?of=/api/me' }).min(1).max(TOGETHER_MAX),
    ),
  }),
  answer: z.object({
    answers: z.array(
      z.object({
        status: z.number().int(),
        /** As the headers `ETag` and `Retry-After` have it. */
        tag: z.string().nullable(),
        retryAfter: z.string().nullable(),
        body: z.unknown(),
      }),
    ),
  }),
})
