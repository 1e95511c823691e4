import type { FastifyRequest } from 'fastify'
import type { AppError } from '#server/core/app-error.ts'

/** Who is not known, not allowed, or too fast: told to the operator. */
const DENIALS = new Set([401, 403, 429])

/**
 * Tells the operator of a refusal that somebody may have to look at (ASVS 16.3.2): a fault, a denial, an object that is not
 * there or not theirs to know of, a link that is forged or too old. Of an object only the kind of call is told: whose it is
 * stays where it is, and what stood in the address may be anything.
 */
export function logRefusal(request: FastifyRequest, refusal: AppError, error: unknown): void {
  const { code, status } = refusal
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  else if (code === 'file_missing')
    request.log.error({ event: 'file_missing', err: refusal.cause }, 'a stored file is lost')
  else if (DENIALS.has(status)) request.log.warn({ event: 'refused', code }, 'refused')
  else if (isOfObject(request, code)) {
    const call = `${request.method} ${request.routeOptions.url ?? ''}`
    request.log.warn({ event: 'object_refused', code, call }, 'access to an object was refused')
  }
}

/** Whether somebody asked for one object: by its id, signed in (a bad token has been refused before), or by a link. */
function isOfObject({ routeOptions: { url = '' }, headers }: FastifyRequest, code: string): boolean {
  if (code === 'invalid_token') return true
  if (code !== 'not_found' || !url.includes('/:')) return false
  return headers.authorization !== undefined || url.endsWith('/:link')
}
