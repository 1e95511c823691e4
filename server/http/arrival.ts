import type { FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { AppError } from '#server/core/app-error.ts'
import { opened, signed } from '#server/core/signed-key.ts'
import { bearerOf } from './authorise.ts'
import type { Portal } from './portal.ts'

/** On a refusal: when the call first came, with our proof. Whoever sends it again brings it back. */
const HEADER = 'Lectern-Arrived'
/** So long after it first came a call that the portal turned away counts from then, in milliseconds. */
const COUNTS_MS = 15 * 60_000

interface Arrival {
  at: Date
  mark: string
}

const arrivals = new WeakMap<FastifyRequest, Arrival>()

/**
 * Notes when a file first came: a deadline that passes while the portal itself has no room for it is not missed by it. What
 * the header brings back counts for the session, the call and the Idempotency-Key that it was given for, and no other.
 */
export function noteArrival(portal: Portal): preValidationAsyncHookHandler {
  return async (request) => {
    const { now, secrets } = portal.world()
    const token = bearerOf(request)
    const sessionId = token === undefined ? undefined : portal.sessionIn(token)
    const key = request.headers['idempotency-key']
    if (sessionId === undefined || typeof key !== 'string') return
    const call = `${sessionId} ${request.method} ${request.url.split('?')[0]} ${key}`
    const markOf = (at: string) => signed(secrets.arrival, `${at} ${call}`).slice(`${at} ${call}.`.length)
    const given = String(request.headers[HEADER.toLowerCase()] ?? '')
    const [at = '', proof = ''] = given.split('.')
    const isOurs = opened(secrets.arrival, `${at} ${call}.${proof}`) !== undefined
    const since = isOurs && Number(at) > now.getTime() - COUNTS_MS ? Number(at) : now.getTime()
    arrivals.set(request, { at: new Date(since), mark: `${since}.${markOf(String(since))}` })
  }
}

/** When a call first came that was turned away then; undefined where nobody noted it. */
export const arrivedAt = (request: FastifyRequest): Date | undefined => arrivals.get(request)?.at

/**
 * Tells it on a refusal that is the portal's own doing, no room or away, and where a session is to be renewed first: for that
 * too there may be no room.
 */
export function tellArrival(request: FastifyRequest, reply: FastifyReply, { status }: AppError): void {
  const arrival = arrivals.get(request)
  if (arrival !== undefined && (status >= 500 || status === 401)) void reply.header(HEADER, arrival.mark)
}
