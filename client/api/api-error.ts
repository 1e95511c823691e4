export const REQUEST_FAILED = 'Request failed'

/** A field the server refused, path as in `profile.firstName`. */
export interface FieldProblem {
  field: string
  message: string
}

/**
 * A call that was refused or did not arrive. `status` is 0 when no answer came; `code` is then `network` or
 * `timeout`, else the server's stable code. `data` is the answer's body as it came.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown
  /** Whether the message is meant for the person; if not, a screen says its own words instead. */
  readonly spoken: boolean
  /** Seconds after which trying again makes sense, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(given: {
    message: string
    status: number
    code: string
    data?: unknown
    spoken?: boolean
    retryAfter?: number | undefined
  }) {
    super(given.message)
    this.name = 'ApiError'
    this.status = given.status
    this.code = given.code
    this.data = given.data
    this.spoken = given.spoken ?? false
    this.retryAfter = given.retryAfter
  }
}

/** What the refusal's body says about single fields; empty when it says nothing. */
export function fieldProblemsOf(error: unknown): FieldProblem[] {
  if (!(error instanceof ApiError)) return []
  const details = property(error.data, 'details')
  if (!Array.isArray(details)) return []
  return details.flatMap((entry) => {
    const field = property(entry, 'field')
    const message = property(entry, 'message')
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : []
  })
}

/** Whether what was asked for is not there, or not any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const PASSING = [401, 408, 409, 425, 429]

/** Whether the same call may go well another time: not where it was refused for what it asks or for who asks it. */
export function mayBeTriedAgain(error: unknown): boolean {
  if (!(error instanceof ApiError) || PASSING.includes(error.status)) return true
  return error.status < 400 || error.status >= 500
}

/** Whether a refusal says that what is acted on has changed since it was read. */
export const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'stale'

/** Whether a refusal says that what is shown does not stand any more: somebody was faster, or it is gone. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404)

/** The refusal of a try whose earlier one under the same Idempotency-Key is still on its way: it goes well later. */
const ARRIVING = 'key_in_progress'

/** Whether an earlier try under the same Idempotency-Key is still on its way. */
export const isArriving = (error: unknown): boolean => error instanceof ApiError && error.code === ARRIVING

/** Refused so before anybody looks at the Idempotency-Key: they say nothing of what arrived with an earlier try. */
const BEFORE_THE_KEY = [401, 408, 413, 425, 429]

/**
 * Whether an answer says that nothing arrived under its Idempotency-Key. The server keeps such a refusal and gives it again for
 * the key, whatever has changed since: the next try needs another one.
 */
export function endsKey(error: unknown): boolean {
  if (!(error instanceof ApiError) || isArriving(error)) return false
  return error.status >= 400 && error.status < 500 && !BEFORE_THE_KEY.includes(error.status)
}

/** Whether no answer came: the network is away, or the server was too slow; also for a part of the program itself. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'network' || error.code === 'timeout'
  // What `import()` throws; the three engines' messages share but this word.
  return error instanceof TypeError && /module/i.test(error.message)
}

const CHECK = 'Check your connection and try again.'

/** The server's words, or `fallback` where it had none (portal.md §8), with the reason where no answer came. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.spoken) return error.message
  if (!isUnanswered(error)) return fallback
  return fallback.endsWith('.')
    ? `${fallback} No answer came. ${CHECK}`
    : `${fallback}: no answer came. ${CHECK}`
}

/**
 * An answered refusal as an error: the message is the body's `message` or `error`, else its plain text, else
 * `fallback` (portal.md §8).
 */
export function refusalOf(
  answer: { status: number; text: string; type: string | null; retryAfter: string | null },
  fallback = REQUEST_FAILED,
): ApiError {
  const data = bodyOf(answer.text)
  const words =
    textOf(property(data, 'message')) ??
    textOf(property(data, 'error')) ??
    // A gateway's page of HTML is no message to a person.
    (answer.type?.includes('html') ? undefined : textOf(data))
  const code = textOf(property(data, 'error')) ?? 'unknown'
  const seconds = Number(answer.retryAfter)
  return new ApiError({
    message: words ?? fallback,
    status: answer.status,
    code,
    data,
    spoken: words !== undefined,
    retryAfter: answer.retryAfter !== null && Number.isFinite(seconds) ? seconds : undefined,
  })
}

/** JSON where it is JSON, else the text itself; undefined when empty. */
export function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What an object has under a name; undefined of anything else. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
