import { api } from '#shared/api.ts'
import { openConference } from '../conference.ts'
import { knownIds } from '../requests/known-ids.ts'
import type { Trial } from '../trial.ts'

/** ASVS 3.4, 14.3.2: what every answer of the API says to a browser, whatever its status. */
const wanted: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^default-src '(self|none)'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^SAMEORIGIN$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'cache-control': /^no-store$|^private, max-age=\d+$/,
}
/** What tells an attacker which program to look up, or lets another site's script read an answer. */
const unwanted = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials']

export const headers: Trial = {
  name: 'headers',
  promise: 'Every answer, refusals and faults too, carries the headers that keep a browser from misusing it.',
  run: async ({ template, tried }) => {
    const { t, tokenOf, close } = await openConference({ template })
    try {
      const known = await knownIds(t.database.db)
      for (const [name, spec] of Object.entries(api)) {
        const url = spec.path.replace(/\{(\w+)\}/g, (_, param: string) =>
          encodeURIComponent(known[param]?.[0] ?? 'x'),
        )
        const asks: [what: string, headers: Record<string, string>, payload?: string][] = [
          ['nobody', {}],
          ['a forged token', { authorization: 'Bearer x.y.z' }],
          ['an organiser', { authorization: `Bearer ${await tokenOf('admin')}` }],
          [
            'another site',
            { origin: 'https://elsewhere.example', authorization: `Bearer ${await tokenOf('author')}` },
          ],
          ['no JSON', { 'content-type': 'application/json' }, '{'],
        ]
        for (const [what, sent, payload] of asks) {
          const { method } = spec
          if (name.startsWith('logout')) continue
          const body = method === 'GET' || payload === undefined ? {} : { payload }
          const answer = await t.app.http.inject({ method, url, headers: sent, ...body })
          const missing = Object.entries(wanted).filter(
            ([header, value]) => !value.test(String(answer.headers[header])),
          )
          const told = unwanted.filter((header) => header in answer.headers)
          tried(
            missing.length + told.length === 0
              ? undefined
              : `${name} to ${what} (${answer.statusCode}): without ${missing.map(([one]) => one).join(', ')}; with ${told.join(', ')}`,
          )
        }
      }
      for (const method of ['TRACE', 'OPTIONS', 'PROPFIND'] as const) {
        // Inject knows fewer methods than HTTP.
        const { statusCode } = await t.app.http.inject({ method: method as 'OPTIONS', url: '/api/auth/me' })
        tried(statusCode >= 400 ? undefined : `${method} is answered ${statusCode}`)
      }
    } finally {
      await close()
    }
  },
}
