import type { preValidationAsyncHookHandler } from 'fastify'
import { busy } from '#server/core/turns.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { Portal } from './portal.ts'

/** Calls in hand at once, a second's worth or two: whoever comes when there are as many is asked to come back. */
export const IN_HAND_MAX = 300

const inHand = new WeakMap<Portal, number>()

/**
 * Counts the calls in hand and refuses one too many at once, 503 with `Retry-After`, instead of letting all of them wait
 * until nobody waits for their answer. A call counts once its body is in: bodies that drip keep nobody out. Not counted
 * are uploads, which may take minutes and are bounded where their files are read, and the questions whether the portal
 * lives.
 */
export function doorOf(
  portal: Portal,
  spec: EndpointSpec,
): { preValidation?: preValidationAsyncHookHandler } {
  if (spec.file !== undefined || spec.path.startsWith('/api/health/')) return {}
  return {
    preValidation: async (_request, { raw }) => {
      const count = inHand.get(portal) ?? 0
      if (count >= IN_HAND_MAX) throw busy()
      inHand.set(portal, count + 1)
      let isIn = true
      const leave = () => {
        if (isIn) inHand.set(portal, (inHand.get(portal) ?? 1) - 1)
        isIn = false
      }
      // Answered, or gone before that.
      raw.once('finish', leave)
      raw.once('close', leave)
    },
  }
}
