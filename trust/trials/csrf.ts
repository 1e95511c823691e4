import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { actors, type Conference, openConference } from '../conference.ts'
import { contentsOf, differing } from '../requests/contents.ts'
import { knownIds } from '../requests/known-ids.ts'
import type { KnownIds } from '../requests/request-of.ts'
import type { Trial } from '../trial.ts'

/** What another site can make a browser send without asking us first (Fetch standard, "simple" requests). */
const forms: readonly [type: string, payload: string][] = [
  ['application/x-www-form-urlencoded', 'email=a%40b.example&reason=x&confirmText=DECLINE'],
  ['text/plain', '{"reason":"x","confirmText":"DECLINE","score":50}'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n',
  ],
]
/** Written by the portal about itself at any time. */
const OWN = ['throttles', 'chores']
/** portal.md §6 lists it as a GET; without its header it does nothing, and no other site can send that. */
const CHANGES_BY_GET = ['logout']

/** ASVS 3.5: what another site's page can make a browser do changes nothing; nor does any GET. */
export const csrf: Trial = {
  name: 'csrf',
  promise: 'No form of another site and no GET changes anything.',
  run: async ({ template, tried }) => {
    const conference = await openConference({ template })
    try {
      const known = await knownIds(conference.t.database.db)
      for (const [name, spec] of Object.entries(api)) {
        if (CHANGES_BY_GET.includes(name)) continue
        const before = await contentsOf(conference.t.database.db, OWN)
        await (spec.method === 'GET'
          ? readAsEverybody(conference, spec, known)
          : postAsForms(conference, spec, known))
        const changed = differing(before, await contentsOf(conference.t.database.db, OWN))
        tried(changed.length === 0 ? undefined : `${name} changed ${changed.join(', ')}`)
      }
    } finally {
      await conference.close()
    }
  },
}

async function readAsEverybody(
  { t, tokenOf }: Conference,
  spec: EndpointSpec,
  known: KnownIds,
): Promise<void> {
  const params = paramsOf(spec, known)
  for (const who of actors) await t.call(spec, { as: await tokenOf(who), params })
}

async function postAsForms({ t }: Conference, spec: EndpointSpec, known: KnownIds): Promise<void> {
  const params = paramsOf(spec, known)
  const url = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '-'))
  for (const [type, payload] of forms)
    await t.app.http.inject({
      method: spec.method,
      url,
      payload,
      headers: { 'content-type': type, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    })
}

const paramsOf = (spec: EndpointSpec, known: KnownIds) =>
  Object.fromEntries(Object.keys(spec.params?.shape ?? {}).map((name) => [name, known[name]?.[0] ?? 'x']))
