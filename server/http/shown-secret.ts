import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Whether a request carries a configured secret: as a bearer token, or as the password of basic authentication, which
 * every program can send. Takes the same time however much of it is right; without a secret nobody is let in.
 */
export function isShown(secret: string | undefined, request: FastifyRequest): boolean {
  if (secret === undefined) return false
  const [, scheme = '', given = ''] = /^(Bearer|Basic) (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  const shown =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(given, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : given
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(secret))
}
