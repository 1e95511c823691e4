import type { FastifyRequest } from 'fastify'
import { type Actor, anonymous, system } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { Portal } from './portal.ts'
import { isShown } from './shown-secret.ts'

/**
 * Who asks: the holder of the bearer token, or nobody known. A token that is sent must be good, also for public calls.
 * The mail provider is nobody in a session: it shows its secret, and what it reports is noted by the portal itself.
 */
export async function actorOf(portal: Portal, spec: EndpointSpec, request: FastifyRequest): Promise<Actor> {
  if (spec.access === 'mail-provider')
    return isShown(portal.world().config.mailWebhookSecret, request) ? system : anonymous
  const actor = await holderOf(portal, request, portal.world().now)
  // Every line that follows says whose request it was.
  if (actor.kind === 'person') request.log = request.log.child({ userId: actor.userId })
  return actor
}

/**
 * Refuses as {@link actorOf} and {@link authorise} would now, after a body that may have been minutes on its way. The token
 * was good when it began (`since`): a slow line does not outlast it; a session that has ended does.
 */
export async function authoriseAgain(
  portal: Portal,
  spec: EndpointSpec,
  request: FastifyRequest,
  since: Date,
): Promise<void> {
  authorise(spec, await holderOf(portal, request, since))
}

async function holderOf(portal: Portal, request: FastifyRequest, now: Date): Promise<Actor> {
  const token = bearerOf(request)
  return token === undefined ? anonymous : portal.authenticate(portal.database.db, token, now)
}

/** The bearer token that a request shows (RFC 6750 §2.1), good or not; undefined without one. Throws 401 for anything else. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (token === undefined)
    throw new AppError('not_authenticated', 'The Authorization header must be a Bearer token.')
  return token
}

/** The one place that decides whether a call is open to somebody (portal.md §6), from the contract. */
export function authorise(spec: EndpointSpec, actor: Actor): void {
  if (spec.access === 'public') return
  if (spec.access === 'mail-provider') {
    if (actor.kind === 'system') return
    throw new AppError('not_authenticated', 'The secret of the mail webhook is missing or wrong.')
  }
  if (actor.kind !== 'person') throw new AppError('not_authenticated', 'Please log in.')
  if (spec.access === 'signed-in') return
  if (!spec.access.some((permission) => actor.permissions.includes(permission))) {
    if (spec.access.some((permission) => actor.withheld.includes(permission))) {
      throw new AppError('second_factor_needed', 'Turn two-step verification on in your profile first.')
    }
    throw new AppError('forbidden', 'You are not allowed to do this.')
  }
}
