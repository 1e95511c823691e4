import type { Socket } from 'node:net'
import type { FastifyRequest, onSendAsyncHookHandler, preValidationAsyncHookHandler } from 'fastify'
import { busy } from '#server/core/turns.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { Portal } from './portal.ts'

/** Calls in hand at once, a second's worth or two: whoever comes when there are as many is asked to come back. */
export const IN_HAND_MAX = 300
/** Longer than a statement may take: what nobody waits for any more is over by then. */
const OVER_MS = 40_000
/** So few, uploads included, are never too many, however long they wait. */
export const CROWD = 20

type Behind = Pick<Portal, 'pressure'>

const inHand = new WeakMap<Behind, { calls: number; uploads: number }>()

/**
 * Counts the calls in hand and refuses one too many at once, 503 with `Retry-After`, instead of letting all of them wait
 * until nobody waits for their answer: where there are as many as may be, or where calls wait too long already. A call
 * counts from when its body is in until its answer is made, also where nobody waits for that any more: who drips a body, or does not read, keeps nobody out. Uploads, which may take minutes, do not count among as
 * many as may be; the questions whether the portal lives pass always.
 */
export function doorOf(
  portal: Behind,
  spec: EndpointSpec,
): { preValidation: preValidationAsyncHookHandler[]; onSend: onSendAsyncHookHandler[] } {
  if (spec.path.startsWith('/api/health/')) return { preValidation: [], onSend: [] }
  const kind = spec.file === undefined ? 'calls' : 'uploads'
  return {
    preValidation: [
      async (request, { raw }) => {
        const count = inHand.get(portal) ?? { calls: 0, uploads: 0 }
        inHand.set(portal, count)
        const isFull = kind === 'calls' && count.calls >= IN_HAND_MAX
        if (isFull || (count.calls + count.uploads >= CROWD && portal.pressure.isHigh())) throw busy()
        count[kind] += 1
        let isIn = true
        const leave = () => {
          if (isIn) count[kind] -= 1
          isIn = false
          waiting.delete(gone)
        }
        leaves.set(request, leave)
        // Whoever goes away leaves their work behind: it is in hand until its answer is made. What arrives breaks off with them.
        const gone = () => {
          if (isIn && kind === 'calls') setTimeout(leave, OVER_MS).unref()
          else leave()
        }
        // Of calls behind another one on their line only the line's end is told.
        const waiting = waitingOn(request.raw.socket)
        waiting.add(gone)
        raw.once('close', gone)
      },
    ],
    onSend: [
      async (request, _reply, payload) => {
        leaves.get(request)?.()
        return payload
      },
    ],
  }
}

/** What gives a call's place back. */
const leaves = new WeakMap<FastifyRequest, () => void>()

const lines = new WeakMap<Socket, Set<() => void>>()

/** Who is to be told when a line ends; told once each, and by one listener for all that come over it. */
function waitingOn(line: Socket): Set<() => void> {
  const known = lines.get(line)
  if (known !== undefined) return known
  const waiting = new Set<() => void>()
  lines.set(line, waiting)
  line.once('close', () => {
    for (const leave of waiting) leave()
  })
  return waiting
}
