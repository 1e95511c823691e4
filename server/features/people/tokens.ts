import { createHmac, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Secrets } from '#server/core/secrets.ts'

const ISSUER = 'lectern'
const AUDIENCE = 'lectern-api'
const ALGORITHM = 'HS256'
/** decisions.md §4. */
const ACCESS_SECONDS = 15 * 60

/** An access token: a JWT (RFC 7519) of fifteen minutes that names the person and the session. */
export async function signAccessToken(
  secrets: Secrets,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setSubject(userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_SECONDS)
    .sign(secrets.accessToken)
}

/** What a genuine access token says; undefined for any other (RFC 8725: algorithm, type, issuer, audience, times). */
export async function readAccessToken(
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<{ userId: string; sessionId: string } | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.accessToken, {
      algorithms: [ALGORITHM],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: now,
    })
    const { sub, sid } = payload
    return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : undefined
  } catch {
    return undefined
  }
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
