import { api } from '#shared/api.ts'
import { me } from '#shared/people/contract.ts'
import { paperDeskPreview } from '#shared/reviewing/desk-contract.ts'
import { linksOf } from '#tests/signed-links.ts'
import type { TestPortal } from '#tests/test-portal.ts'
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
  'cache-control': /^no-store$|^private, no-cache$/,
}
/** What tells an attacker which program to look up, or lets another site's script read an answer. */
const unwanted = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials']

export const headers: Trial = {
  name: 'headers',
  promise: 'Every answer, refusals and faults too, carries the headers that keep a browser from misusing it.',
  run: async ({ template, tried }) => {
    const { t, tokenOf, submissions, close } = await openConference({ template })
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
          const fault = faultOf(answer.headers)
          tried(fault && `${name} to ${what} (${answer.statusCode}): ${fault}`)
        }
      }
      const authorization = `Bearer ${await tokenOf('admin')}`
      const real = await t.app.http.inject({ url: me.path, headers: { authorization } })
      tried(real.statusCode === 200 ? undefined : `GET ${me.path} is answered ${real.statusCode}`)
      for (const method of ['TRACE', 'OPTIONS', 'PROPFIND'] as const) {
        // Inject knows fewer methods than HTTP.
        const asked = { method: method as 'OPTIONS', url: me.path, headers: { authorization } }
        const { statusCode } = await t.app.http.inject(asked)
        tried(statusCode >= 400 ? undefined : `${method} is answered ${statusCode}`)
      }
      for (const [what, status, asked] of await genuine(
        t,
        authorization,
        submissions.paper_submitted.paperId,
      )) {
        const answer = await t.app.http.inject(asked)
        const fault = faultOf(answer.headers)
        if (answer.statusCode !== status) tried(`${what} is answered ${answer.statusCode}`)
        else tried(fault && `${what}: ${fault}`)
      }
    } finally {
      await close()
    }
  },
}

type Asked = [what: string, status: number, asked: { url: string; headers?: Record<string, string> }]

/** What is answered with bytes, whole, in part and not again. */
async function genuine(t: TestPortal, authorization: string, paperId: string): Promise<Asked[]> {
  const as = authorization.replace('Bearer ', '')
  const { previewUrl } = (await t.call(paperDeskPreview, { as, params: { paperId } })).body
  const url = previewUrl ?? ''
  const { headers: whole } = await t.app.http.inject({ url })
  const links = await linksOf(t, as)
  return [
    ['a file', 200, { url }],
    ['a part of a file', 206, { url, headers: { range: 'bytes=0-9' } }],
    ['a part that a file has not', 416, { url, headers: { range: 'bytes=999999999-' } }],
    ['a file that is known', 304, { url, headers: { 'if-none-match': String(whole.etag) } }],
    ...Object.entries(links).map(([kind, link]): Asked => [kind, 200, { url: link }]),
    ['an export with a token', 200, { url: '/api/admin/export/papers.xlsx', headers: { authorization } }],
  ]
}

function faultOf(headers: Record<string, unknown>): string | undefined {
  const missing = Object.entries(wanted).filter(([header, value]) => !value.test(String(headers[header])))
  const told = unwanted.filter((header) => header in headers)
  if (missing.length + told.length === 0) return undefined
  return `without ${missing.map(([one]) => one).join(', ')}; with ${told.join(', ')}`
}
