import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '#server/core/secrets.ts'
import { opened, signed } from '#server/core/signed-key.ts'

const ISSUER = 'lectern'
const AUDIENCE = 'lectern-api'
/** decisions.md §4. */
const ACCESS_SECONDS = 15 * 60

/** Of every token that we give; one with any other header is none of ours, whatever it says (RFC 8725 §3.1, §3.11). */
const HEADER = part({ alg: 'HS256', typ: 'at+jwt' })

const claims = z.object({
  sid: z.string(),
  sub: z.string(),
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  iat: z.number(),
  exp: z.number(),
  /** We give none, and heed it. */
  nbf: z.number().optional(),
})

/** An access token: a JWT (RFC 7519) of fifteen minutes that names the person and the session. */
export function signAccessToken(secrets: Secrets, userId: string, sessionId: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const payload: z.output<typeof claims> = {
    ...{ sid: sessionId, sub: userId, iss: ISSUER, aud: AUDIENCE, iat },
    exp: iat + ACCESS_SECONDS,
  }
  return signed(secrets.accessToken, `${HEADER}.${part(payload)}`)
}

/**
 * What a genuine access token says; undefined for any other (RFC 8725: algorithm, type, issuer, audience, times). At
 * once, on the spot: a proof that waits for a thread waits behind the passwords that are checked there.
 */
export function readAccessToken(
  secrets: Secrets,
  token: string,
  now: Date,
): { userId: string; sessionId: string } | undefined {
  const said = claimsIn(secrets, token)
  if (said === undefined) return undefined
  const { sub, sid, exp, nbf = 0 } = said
  const seconds = now.getTime() / 1000
  return exp > seconds && nbf <= seconds ? { userId: sub, sessionId: sid } : undefined
}

/** The session that a genuine access token was given in, also once its time is over: it lets nobody in. */
export function sessionOfToken(secrets: Secrets, token: string): string | undefined {
  return claimsIn(secrets, token)?.sid
}

function claimsIn(secrets: Secrets, token: string) {
  const [header, payload] = opened(secrets.accessToken, token)?.split('.') ?? []
  if (header !== HEADER || payload === undefined) return undefined
  const said = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return said.success ? said.data : undefined
}

function part(said: object): string {
  return Buffer.from(JSON.stringify(said)).toString('base64url')
}

/**
 * The refresh token of a session at a count: derived, so that nothing usable is stored and the current one can be
 * given again to whoever holds the one before.
 */
export function refreshTokenOf(secrets: Secrets, sessionId: string, counter: number): string {
  const stem = `${sessionId}.${counter}`
  return `${stem}.${createHmac('sha256', secrets.refreshToken).update(stem).digest('base64url')}`
}

/** Session and count of a genuine refresh token; undefined for a forged one. */
export function readRefreshToken(
  secrets: Secrets,
  token: string,
): { sessionId: string; counter: number } | undefined {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.[\w-]+$/.exec(token)
  if (match?.[1] === undefined || match[2] === undefined) return undefined
  const [, sessionId, counter] = match
  const expected = Buffer.from(refreshTokenOf(secrets, sessionId, Number(counter)))
  const given = Buffer.from(token)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { sessionId, counter: Number(counter) }
}
