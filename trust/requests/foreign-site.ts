import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { TestPortal } from '#tests/test-portal.ts'
import type { Ready } from './deeds.ts'

/** What a browser says of itself where the page of another site sends something. */
const ELSEWHERE = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

/** Types of a body that another site's page can send without asking us first (Fetch standard, “simple” requests), and as what the same request comes then. */
const simple: readonly [type: string | undefined, payload: (body: object) => string][] = [
  ['text/plain', (body) => JSON.stringify(body)],
  ['text/plain;charset=UTF-8', (body) => JSON.stringify(body)],
  // A form whose one field makes its text JSON: {"a":1,"x":"=…"}.
  [
    'text/plain',
    (body) => `${JSON.stringify(body).replace(/}$/, '')}${hasNone(body) ? '' : ','}"x":"="}\r\n`,
  ],
  ['application/x-www-form-urlencoded', (body) => formOf(body)],
  ['application/x-www-form-urlencoded', (body) => JSON.stringify(body)],
  // As a Blob without a type is sent.
  [undefined, (body) => JSON.stringify(body)],
]
const MULTIPART = 'multipart/form-data; boundary=x'

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const hasNone = (body: object) => Object.keys(body).length === 0
const formOf = (body: object) =>
  hasNone(body)
    ? 'x=1'
    : new URLSearchParams(Object.entries(body).map(([name, value]) => [name, asText(value)])).toString()
const partsOf = (body: object) =>
  `${Object.entries({ x: '1', ...body })
    .map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
    )
    .join('')}--x--\r\n`

/** A request that the page of another site makes a browser send, and how it must be answered. */
export interface Lured {
  what: string
  headers: Record<string, string>
  payload?: string | undefined
  /** Statuses of its refusal; anything else is wrong. */
  refused: readonly number[]
}

/**
 * A call in each simple type, with everything in it that makes it succeed as JSON, the token too: no page of another site
 * has that, but the type alone must do. A call that takes a file takes it as a form.
 */
export function inSimpleTypes(spec: EndpointSpec, { as, body = {} }: Ready): Lured[] {
  const authorization = spec.access === 'public' ? {} : { authorization: `Bearer ${as.token}` }
  const all = spec.file === undefined ? [...simple, [MULTIPART, partsOf] as const] : simple
  return all.map(([type, payloadOf]) => ({
    what: `as ${type ?? 'no type at all'} with its token`,
    headers: { ...ELSEWHERE, ...authorization, ...(type !== undefined && { 'content-type': type }) },
    payload: payloadOf(body),
    // The mail provider's call looks at its secret first.
    refused: spec.access === 'mail-provider' ? [401, 415] : [415],
  }))
}

/** A call as it would succeed, but with what a browser adds by itself in place of the token, under any name that it may have. */
export function withOwnCredentials(spec: EndpointSpec, { as, body }: Ready): Lured[] {
  const { token, refreshToken, email, password } = as
  const cookies = [
    ...[
      'token',
      'accessToken',
      'access_token',
      'jwt',
      'session',
      'sid',
      'Authorization',
      '__Host-session',
    ].map((name) => `${name}=${token}`),
    `refreshToken=${refreshToken}`,
    `refresh_token=${refreshToken}`,
  ].join('; ')
  const basic = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const form =
    spec.file === undefined
      ? { headers: { 'content-type': 'application/json' }, payload: body && JSON.stringify(body) }
      : { headers: { 'content-type': MULTIPART }, payload: fileOf() }
  return [
    { what: 'with cookies', headers: { cookie: cookies } },
    { what: 'with a password that the browser knows', headers: { authorization: basic, cookie: cookies } },
  ].map(({ what, headers }) => ({
    what,
    headers: { ...ELSEWHERE, ...form.headers, ...headers },
    payload: form.payload,
    refused: [401],
  }))
}

const fileOf = () =>
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n'

/** What the browser asks first for anything that is not simple: nothing may be let in. */
export async function fromPreflight(
  { app }: TestPortal,
  spec: EndpointSpec,
  url: string,
): Promise<string | undefined> {
  const { headers, statusCode } = await app.http.inject({
    method: 'OPTIONS',
    url,
    headers: {
      ...ELSEWHERE,
      'access-control-request-method': spec.method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
  const told = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  return told.length === 0
    ? undefined
    : `another site’s question is answered ${statusCode} with ${told.join(', ')}`
}

/** Sends one; what was wrong about the answer. */
export async function lure(
  { app }: TestPortal,
  spec: EndpointSpec,
  url: string,
  { what, headers, payload, refused }: Lured,
): Promise<string | undefined> {
  const { statusCode, headers: told } = await app.http.inject({
    method: spec.method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })
  if ('set-cookie' in told) return `${what}: the answer sets a cookie`
  return refused.includes(statusCode) ? undefined : `${what}: answered ${statusCode}`
}

/** The address of a call. */
export const urlOf = (spec: EndpointSpec, params: Readonly<Record<string, string>>): string =>
  spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '-'))
