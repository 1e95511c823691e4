import type { FastifyRequest } from 'fastify'
import { type Actor, anonymous } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { Portal } from './portal.ts'

/** Who asks: the holder of the bearer token, or nobody known. A token that is sent must be good, also for public calls. */
export async function actorOf(portal: Portal, request: FastifyRequest): Promise<Actor> {
  const header = request.headers.authorization
  if (header === undefined) return anonymous
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (token === undefined)
    throw new AppError('not_authenticated', 'The Authorization header must be a Bearer token.')
  return portal.authenticate(portal.database.db, token, portal.world().now)
}

/** The one place that decides whether a call is open to somebody (portal.md §6), from the contract. */
export function authorise(spec: EndpointSpec, actor: Actor): void {
  if (spec.access === 'public') return
  if (actor.kind !== 'person') throw new AppError('not_authenticated', 'Please log in.')
  if (spec.access === 'signed-in') return
  if (!spec.access.some((permission) => actor.permissions.includes(permission))) {
    throw new AppError('forbidden', 'You are not allowed to do this.')
  }
}
