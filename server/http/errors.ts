import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '#server/core/app-error.ts'

/** Answers every refusal and fault in one shape (decisions.md §3); what is not ours to explain is logged and 500. */
export function answerErrors(http: FastifyInstance): void {
  http.setErrorHandler((error: unknown, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    if (refusal.retryAfter !== undefined) void reply.header('Retry-After', String(refusal.retryAfter))
    return reply.status(refusal.status).header('Cache-Control', 'no-store').send(refusal.toBody())
  })
}

/** What was thrown, as a refusal. Never carries the text of something unknown. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  return (
    httpRefusal(error) ??
    databaseRefusal(error) ??
    new AppError('internal', 'Something went wrong on our side.')
  )
}

/** Fastify's own refusals: bodies that are no JSON, too long, of another type. */
function httpRefusal(error: unknown): AppError | undefined {
  const status = (error as FastifyError | undefined)?.statusCode
  if (status === 413) return new AppError('too_large', 'The request is too large.')
  if (status === 415)
    return new AppError('unsupported_media_type', 'This content type is not understood here.')
  if (status === 404) return new AppError('not_found', 'Not found.')
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError('malformed', 'The request could not be read.')
  }
  return undefined
}

/** What PostgreSQL said, found under whatever wraps it. */
function databaseRefusal(error: unknown): AppError | undefined {
  const state = sqlStateOf(error)
  if (state === undefined) return undefined
  if (state.startsWith('22'))
    return new AppError('invalid', 'The text or number holds something that cannot be stored.')
  if (state === '23505') return new AppError('already_exists', 'That exists already.')
  if (state === '23514') return new AppError('wrong_state', 'That is not possible in the present state.')
  if (state === '40001' || state === '40P01')
    return new AppError('wrong_state', 'Somebody else was faster; look again.')
  if (/^(08|53|57|E)/.test(state)) {
    const away = new AppError('unavailable', 'The portal is busy or restarting. Try again in a moment.')
    away.retryAfter = 5
    return away
  }
  return undefined
}

/** SQLSTATE (or a socket's error code) of an error or its cause. */
function sqlStateOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^([0-9A-Z]{5}|ECONN\w+)$/.test(at.code))
      return at.code
  }
  return undefined
}
