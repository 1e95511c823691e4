import fc from 'fast-check'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import { type ActorName, actors, type Conference, openConference, traits } from '../conference.ts'
import { arbitraryOf } from '../requests/arbitrary-of.ts'
import { contentsOf, differing } from '../requests/contents.ts'
import { deeds, type Ready, send } from '../requests/deeds.ts'
import { fromPreflight, inSimpleTypes, lure, urlOf, withOwnCredentials } from '../requests/foreign-site.ts'
import { knownIds } from '../requests/known-ids.ts'
import type { KnownIds } from '../requests/request-of.ts'
import type { Bench, Trial } from '../trial.ts'

/** Written by the portal about itself at any time. */
const OWN = ['throttles', 'chores']
/** portal.md §6 lists it as a GET: it is tried with the calls that change something. */
const CHANGES_BY_GET = ['logout']
/** What mail programs post (RFC 8058) is a form, and its link the only key to it. */
const POSTED_FROM_ELSEWHERE = ['unsubscribe']

/**
 * ASVS 3.5: what another site's page can make a browser do changes nothing; nor does any GET. Each call is sent as it
 * succeeds but for one thing: its type, or where its token stands. With `--full` it is one that really succeeds, as is
 * shown right after.
 */
export const csrf: Trial = {
  name: 'csrf',
  promise:
    'No page of another site changes anything, whatever the browser adds by itself and by no type that needs no question; nor does a GET.',
  run: async (bench) => {
    const conference = await openConference(bench)
    const { db } = conference.t.database
    try {
      const known = await knownIds(db)
      for (const [name, spec] of Object.entries(api)) {
        const isRead = spec.method === 'GET' && !CHANGES_BY_GET.includes(name)
        const ready = isRead ? undefined : await readyFor(conference, spec, known, bench)
        const before = await contentsOf(db, OWN)
        if (ready === undefined) await readAsEverybody(conference, spec, known)
        else await lureInto(conference, name, spec, ready, bench)
        const changed = differing(before, await contentsOf(db, OWN))
        bench.tried(changed.length === 0 ? undefined : `${name} changed ${changed.join(', ')}`)
        if (ready !== undefined) await showPossible(conference, spec, ready, bench)
      }
    } finally {
      await conference.close()
    }
  },
}

async function lureInto(
  { t }: Conference,
  name: string,
  spec: EndpointSpec,
  ready: Ready,
  { tried }: Bench,
): Promise<void> {
  const url = urlOf(spec, ready.params ?? {})
  const asked = await fromPreflight(t, spec, url)
  tried(asked && `${name}: ${asked}`)
  if (POSTED_FROM_ELSEWHERE.includes(name)) return
  const all = [
    ...(spec.method === 'GET' ? [] : inSimpleTypes(spec, ready)),
    ...(spec.access === 'public' ? [] : withOwnCredentials(spec, ready)),
  ]
  for (const one of all) {
    const fault = await lure(t, spec, url, one)
    tried(fault && `${name} ${fault}`)
  }
}

/** A request that has all it needs; with `--full` it would really succeed where the call has a row in deeds.ts. */
async function readyFor(
  conference: Conference,
  spec: EndpointSpec,
  known: KnownIds,
  { times, seed }: Bench,
): Promise<Ready> {
  const deed = times(0, 1) === 1 ? deeds.find((one) => one.spec === spec) : undefined
  if (deed !== undefined) return deed.prepare(conference)
  const who = actors.find((one) => mayCall(spec, one)) ?? 'admin'
  const as = { ...conference.people[who], token: await conference.tokenOf(who) }
  const [sampled] = spec.body === undefined ? [] : fc.sample(arbitraryOf(spec.body), { numRuns: 1, seed })
  const body = typeof sampled === 'object' && sampled !== null ? { ...sampled } : undefined
  const own = Object.entries({ email: as.email, password: as.password, refreshToken: as.refreshToken })
  const named = own.filter(([field]) => body !== undefined && field in body)
  return {
    as,
    params: paramsOf(spec, known),
    ...(body && { body: { ...body, ...Object.fromEntries(named) } }),
  }
}

const mayCall = ({ access }: EndpointSpec, who: ActorName) =>
  typeof access === 'string' ||
  permissionsOf({ isStaff: false, ...traits[who] }).some((one) => access.includes(one))

/** That nothing but the type and the place of the token stood in the way: the same request, as our own page sends it. */
async function showPossible(
  { t }: Conference,
  spec: EndpointSpec,
  ready: Ready,
  { times, tried }: Bench,
): Promise<void> {
  if (times(0, 1) === 0 || !deeds.some((one) => one.spec === spec)) return
  const { status, text } = await send(t, spec, ready, crypto.randomUUID())
  tried(status === 200 ? undefined : `${spec.path} is not possible from our own page: ${status} ${text}`)
}

async function readAsEverybody(
  { t, tokenOf }: Conference,
  spec: EndpointSpec,
  known: KnownIds,
): Promise<void> {
  const params = paramsOf(spec, known)
  for (const who of actors) await t.call(spec, { as: await tokenOf(who), params })
}

const paramsOf = (spec: EndpointSpec, known: KnownIds) =>
  Object.fromEntries(Object.keys(spec.params?.shape ?? {}).map((name) => [name, known[name]?.[0] ?? 'x']))
