import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/core/app-error.ts'
import { causesOf, failsWith } from '#server/core/causes-of.ts'
import { hasCode } from '#server/core/system-error.ts'
import { tellArrival } from './arrival.ts'
import { logRefusal } from './log-refusal.ts'

/** Answers every refusal and fault in one shape (decisions.md §3); what is not ours to explain is logged and 500. */
export function answerErrors(http: FastifyInstance): void {
  http.setErrorHandler((error: unknown, request, reply) => {
    const refusal = refusalOf(error)
    withoutHeaders(reply)
    tellArrival(request, reply, refusal)
    logRefusal(request, refusal, error)
    // Whatever is away comes back: a 503 always says when to look again (RFC 9110 §15.6.4).
    const retryAfter = refusal.retryAfter ?? (refusal.status === 503 ? AWAY_S : undefined)
    if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter))
    return reply.status(refusal.status).header('Cache-Control', 'no-store').send(refusal.toBody())
  })
}

/** A refusal says nothing of what was about to be answered: a file's type, name, length or tag. */
function withoutHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) void reply.removeHeader(name)
  // A stream that failed before its first byte has left them there already.
  if (!reply.raw.headersSent) for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
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
  if (isCutOff(error) || isOutOfReach(error)) return away()
  if (failsWith(error, NO_ROOM)) return noRoom()
  if (failsWith(error, BROKEN_DISK)) return brokenDisk()
  if (failsWith(error, NO_HANDLE)) return away()
  const state = sqlStateOf(error)
  if (state === undefined) return undefined
  if (state.startsWith('22'))
    return new AppError('invalid', 'The text or number holds something that cannot be stored.')
  if (state === '23505') return new AppError('already_exists', 'That exists already.')
  if (state === '23514') return new AppError('wrong_state', 'That is not possible in the present state.')
  if (state === '40001' || state === '40P01')
    return new AppError('wrong_state', 'Somebody else was faster; look again.')
  return state === READ_ONLY || /^(08|53|57|58|E)/.test(state) ? away() : undefined
}

function away(): AppError {
  const refusal = new AppError('unavailable', 'The portal is busy or restarting. Try again in a moment.')
  refusal.retryAfter = AWAY_S
  return refusal
}

/** Seconds that a restart takes, and most of what else is over soon. */
const AWAY_S = 5

function noRoom(): AppError {
  const refusal = new AppError('unavailable', 'There is no room for files at the moment. Try again later.')
  refusal.retryAfter = 60
  return refusal
}

function brokenDisk(): AppError {
  const refusal = new AppError('unavailable', 'Files cannot be read or kept at the moment. Try again later.')
  refusal.retryAfter = 60
  return refusal
}

/** The disk is full, or the account's or process's share of it. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** The disk fails, or since it did lets nobody write, or is no longer the portal's to read. */
const BROKEN_DISK = ['EIO', 'EROFS', 'EACCES', 'EPERM']

/** A server that another has taken over from (SQLSTATE 25006), until the lines to it are gone. */
const READ_ONLY = '25006'

/** As many files and connections are open as the process, or the machine, may have: until some are closed. */
const NO_HANDLE = ['EMFILE', 'ENFILE']

/** What pg says, without a code, of a connection that broke, or that none was to be had in time. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed and is not queryable)/

function isCutOff(error: unknown): boolean {
  return causesOf(error).some(({ message }) => CUT_OFF.test(message))
}

/**
 * Whether a line could not be made, or went silent (errno(3), getaddrinfo(3)): told by what was called, as the code alone may be that
 * of a missing file. While PostgreSQL starts anew its socket's folder is gone (ENOENT); where a machine restarts there is no
 * way to it (EHOSTUNREACH), and its name may not be known for a while (EAI_AGAIN).
 */
function isOutOfReach(error: unknown): boolean {
  return causesOf(error)
    .flatMap((at) => [at, ...(at instanceof AggregateError ? at.errors : [])])
    .some((at) => isCall(at, LINE_MAKING) || (isCall(at, LINE_USE) && hasCode(at, 'ETIMEDOUT')))
}

const LINE_MAKING = ['connect', 'getaddrinfo']
const LINE_USE = ['read', 'write']

function isCall(error: unknown, calls: readonly string[]): boolean {
  return error instanceof Error && 'syscall' in error && calls.includes(String(error.syscall))
}

/** SQLSTATE (or a socket's error code) of an error or its cause. */
function sqlStateOf(error: unknown): string | undefined {
  for (const at of causesOf(error)) {
    if ('code' in at && typeof at.code === 'string' && /^([0-9A-Z]{5}|ECONN\w+)$/.test(at.code))
      return at.code
  }
  return undefined
}
