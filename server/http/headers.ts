import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/core/config.ts'

/** The policy of our own pages: nothing from elsewhere, no inline script or style, frames only of our own PDFs. */
const POLICY = policyWith()

/** The same with inline styles let in by their hashes, for a page that is not ours to write. */
export function policyWith(...styles: string[]): string {
  return [
    "default-src 'self'",
    // The reader's image decoders are WebAssembly; scripts from texts stay forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** A script, a style or a font. The PDF reader's worker (.mjs) is none: it lives under the policy of its own answer. */
const ASSET = /^\/assets\/[\w.-]+\.(js|css|woff2)$/
/** What such a file needs: it is no page, nothing is framed or sent from it. */
const OF_ASSETS = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy', 'Strict-Transport-Security']

/** Headers on every answer, few of them on the many small files of a page. A route that needs others (file links) sets its own before they are added. */
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
  const ofAll = Object.entries(fixed)
  const ofAssets = ofAll.filter(([name]) => OF_ASSETS.includes(name))
  http.addHook('onSend', async (request, reply, payload) => {
    const isAsset = reply.statusCode < 400 && ASSET.test(request.url)
    for (const [name, value] of isAsset ? ofAssets : ofAll)
      if (!reply.hasHeader(name)) void reply.header(name, value)
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control')) {
      void reply.header('Cache-Control', 'no-store')
    }
    return payload
  })
}

/** Every answer of the API says what time it is by the clock that deadlines go by: a device's own may be wrong. */
export function tellTime(http: FastifyInstance, clock: () => Date): void {
  http.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api/')) void reply.header('Date', clock().toUTCString())
    return payload
  })
}
