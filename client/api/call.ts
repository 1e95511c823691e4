import type { AnswerOf, BodyInputOf, EndpointSpec, ParamsOf, QueryInputOf } from '#shared/core/endpoint.ts'
import { addressOf } from './address-of.ts'
import { ApiError, bodyOf, REQUEST_FAILED, refusalOf } from './api-error.ts'
import { noteChange } from './changes.ts'
import { comingBack } from './come-back.ts'
import { answerKept, keepAnswer } from './kept-answers.ts'
import { ownToken } from './owner.ts'
import { refreshSession } from './refresh.ts'
import { noteServerTime } from './server-clock.ts'
import { unlessAborted } from './unless-aborted.ts'

const TIMEOUT_MS = 30_000

/** A part of a call: forbidden where the contract has none, optional where nothing in it is required. */
type Part<K extends string, T> = undefined extends T
  ? { [P in K]?: undefined }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

export type CallOptions<S extends EndpointSpec> = Part<'params', ParamsOf<S>> &
  Part<'query', QueryInputOf<S>> &
  Part<'body', BodyInputOf<S>> & {
    signal?: AbortSignal | undefined
    /** Sent as Idempotency-Key: the same key repeats the answer, not the deed (decisions.md §3). */
    idempotencyKey?: string
    /** Milliseconds until it gives up, each time that it is sent; 30 s unless told. */
    timeout?: number
    /** Goes on though the page is left meanwhile; the body may then have at most 64 KB. */
    keepalive?: boolean
    /** Whether it comes back by itself where too many people are there (come-back.ts): reads do, unless told. */
    comesBack?: boolean
  }

/** The options may be left out where the contract asks for nothing. */
export type CallArguments<S extends EndpointSpec> =
  Record<never, never> extends CallOptions<S> ? [options?: CallOptions<S>] : [options: CallOptions<S>]

interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  timeout?: number
  keepalive?: boolean
  comesBack?: boolean
}

/**
 * Makes one call of the contract and gives its answer. Sends credentials and, but with what is anybody's, the bearer token, and
 * with a read the tag of its last answer (kept-answers.ts); on a 401 with a stored refresh token the session is refreshed once
 * and the call repeated once (portal.md §7); where too many people are there, a read comes back by itself (come-back.ts).
 * Throws {@link ApiError}; a call that its `signal` ended throws the signal's reason.
 */
export async function call<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): Promise<AnswerOf<S>> {
  const sent: Sent = given[0] ?? {}
  const address = addressOf(askedAt(spec, sent))
  const kept = spec.method === 'GET' ? answerKept(address) : undefined
  const asked: Asked = { spec, address, sent, tag: kept?.tag }
  // What else changes something is for the person to send again: they may have gone on, or want something else by then.
  const comesBack = sent.comesBack ?? spec.method === 'GET'
  const { response, text, ...reply } = comesBack
    ? await comingBack(() => answered(asked), sent.signal)
    : await answered(asked)
  // The server checks its answers against the same contract in its tests; here they are believed.
  if (response.status === 304 && kept !== undefined) return bodyOf(kept.text) as AnswerOf<S>
  if (!response.ok) throw refusalOf({ ...reply, text, type: response.headers.get('Content-Type') })
  if (spec.method === 'GET') keepAnswer(address, response.headers.get('ETag'), text)
  return bodyOf(text) as AnswerOf<S>
}

interface Asked {
  spec: EndpointSpec
  address: string
  sent: Sent
  /** Of the answer that is known already. */
  tag: string | undefined
}

/** Sends it, and once more where the session had to be refreshed, and reads the answer. */
async function answered(asked: Asked) {
  if (asked.spec.method !== 'GET') noteChange()
  const isPublic = asked.spec.access === 'public'
  const token = isPublic ? null : ownToken()
  const first = await send(asked, token)
  if (isPublic || first.status !== 401) return first
  const fresh = await unlessAborted(asked.sent.signal, refreshSession(token))
  return fresh === undefined ? first : await send(asked, fresh)
}

async function send({ spec, address, sent, tag }: Asked, token: string | null) {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== null) headers.Authorization = `Bearer ${token}`
  if (sent.body !== undefined) headers['Content-Type'] = 'application/json'
  if (sent.idempotencyKey !== undefined) headers['Idempotency-Key'] = sent.idempotencyKey
  if (tag !== undefined) headers['If-None-Match'] = tag
  const limit = AbortSignal.timeout(sent.timeout ?? TIMEOUT_MS)
  const response = await within(sent.signal, () =>
    fetch(address, {
      method: spec.method,
      credentials: 'include',
      cache: 'no-store',
      headers,
      keepalive: sent.keepalive ?? false,
      signal: sent.signal ? AbortSignal.any([sent.signal, limit]) : limit,
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    }),
  )
  noteServerTime(response)
  const text = await within(sent.signal, () => response.text())
  return { response, status: response.status, text, retryAfter: response.headers.get('Retry-After') }
}

/** Turns what the network throws into ApiError; the caller's own abort stays what it is. */
async function within<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    throw new ApiError({ message: REQUEST_FAILED, status: 0, code: late ? 'timeout' : 'network' })
  }
}

/** `/api/papers/{paperId}` with the parameters filled in. A missing one is refused: '<name> is required'. */
function pathOf(path: string, params: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown =
      typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text === '') {
      throw new ApiError({ message: `${name} is required`, status: 0, code: 'missing', spoken: true })
    }
    return encodeURIComponent(text)
  })
}

/** A call's path with its parameters, and its search. */
export function askedAt(
  { path }: EndpointSpec,
  { params, query }: { params?: unknown; query?: unknown },
): string {
  return pathOf(path, params) + searchOf(query)
}

function searchOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(query ?? {})) {
    for (const value of [given].flat())
      if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
