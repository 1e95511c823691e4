import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/core/config.ts'

/** The policy of our own pages: nothing from elsewhere, no inline script, frames only of our own PDFs. */
const POLICY = [
  "default-src 'self'",
  // The reader's image decoders are WebAssembly; scripts from texts stay forbidden.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-src 'self' blob:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Headers on every answer. A route that needs others (file links) sets its own before they are added. */
export function securityHeaders(http: FastifyInstance, config: Config): void {
  const fixed: Record<string, string> = {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
  http.addHook('onSend', async (request, reply, payload) => {
    for (const [name, value] of Object.entries(fixed))
      if (!reply.hasHeader(name)) void reply.header(name, value)
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control')) {
      void reply.header('Cache-Control', 'no-store')
    }
    return payload
  })
}
