import fc from 'fast-check'
import { settings } from '#server/db/schema.ts'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { errorBody } from '#shared/core/errors.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import { type ActorName, actors, type Conference, openConference, traits } from '../conference.ts'
import { knownIds } from '../requests/known-ids.ts'
import { type Made, requestOf } from '../requests/request-of.ts'
import type { Bench, Trial } from '../trial.ts'

/** What of our inside must never be in an answer. */
const INSIDE =
  /\bat \w+.*:\d+:\d+\)?|node_modules|\b(select|insert into|update|delete from) \S+ (from|where|set|values)\b|\$\d+|drizzle|pg_catalog|PostgresError/gi
/** After so many requests the ids and the settings are read again. */
const ROUND = 500
/** Between two requests, so that rates are held by their limits only now and then. */
const PAUSE_MS = 250

/** 100,000 requests with `--full`: none answered 5xx, with a stack or with SQL. */
export const apiFuzz: Trial = {
  name: 'api-fuzz',
  promise:
    'Whatever is sent to a call, it answers in its shape or refuses in the one shape; never 5xx, never its inside.',
  run: async (bench) => {
    const conference = await openConference(bench)
    try {
      const calls = Object.entries(api)
      const rounds = Math.ceil(bench.times(1500, 100_000) / ROUND)
      const done = new Set<EndpointSpec>()
      for (let round = 0; round < rounds; round += 1) await fuzz(conference, calls, bench, round, done)
      // A call that only ever refused was hardly tried; no file here is one that is taken.
      const jsonCalls = calls.filter(([, spec]) => spec.file === undefined)
      if (done.size < jsonCalls.length * bench.times(0.3, 0.6))
        bench.tried(`only ${done.size} of ${jsonCalls.length} calls ever succeeded`)
    } finally {
      await conference.close()
    }
  },
}

async function fuzz(
  conference: Conference,
  calls: [string, EndpointSpec][],
  bench: Bench,
  round: number,
  done: Set<EndpointSpec>,
): Promise<void> {
  const { db } = conference.t.database
  const known = await knownIds(db)
  const arbitrary = fc
    .constantFrom(...calls)
    .chain(([name, spec]) =>
      fc.tuple(
        fc.constant({ name, spec }),
        requestOf(spec, known),
        fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...letInBy(spec)) },
          fc.constantFrom(undefined, ...actors),
        ),
        fc.ipV4(),
      ),
    )
  const before = await db.select().from(settings)
  for (const [call, made, who, address] of fc.sample(arbitrary, {
    numRuns: ROUND,
    seed: bench.seed + round,
  })) {
    conference.t.clock.advance(PAUSE_MS)
    const fault = await faultOf(conference, call.spec, made, who, address, done)
    bench.tried(
      fault && `${call.name} as ${who ?? 'nobody'}: ${fault}; sent ${JSON.stringify(made).slice(0, 600)}`,
    )
  }
  // What an organiser may switch off must not be off for all that follows.
  await db.delete(settings)
  if (before.length > 0) await db.insert(settings).values(before)
}

/** Whom the contract lets in; nobody where only a program is let in. */
function letInBy({ access }: EndpointSpec): (ActorName | undefined)[] {
  if (access === 'mail-provider') return [undefined]
  if (typeof access === 'string') return [...actors]
  return actors.filter((who) =>
    permissionsOf({ isStaff: false, ...traits[who] }).some((one) => access.includes(one)),
  )
}

async function faultOf(
  { t, tokenOf, replaceIfGone }: Conference,
  spec: EndpointSpec,
  { params, query, body, type }: Made,
  who: ActorName | undefined,
  remoteAddress: string,
  done: Set<EndpointSpec>,
): Promise<string | undefined> {
  const answer = await t.app.http.inject({
    method: spec.method,
    url: spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '-')),
    query,
    remoteAddress,
    headers: {
      ...(who === undefined ? {} : { authorization: `Bearer ${await tokenOf(who)}` }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  if (who !== undefined && answer.statusCode === 401) await replaceIfGone(who)
  if (answer.statusCode < 300) done.add(spec)
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const refusal = isJson && answer.statusCode >= 400 ? answer.json() : undefined
  if (answer.statusCode >= 500 && refusal?.error !== 'unavailable')
    return `${answer.statusCode} ${answer.body.slice(0, 300)}`
  if (answer.statusCode < 400) return undefined
  if (!errorBody.strict().safeParse(refusal).success) return `not the one shape: ${answer.body.slice(0, 300)}`
  // What it repeats of what was sent is nobody's inside.
  const sent = JSON.stringify([params, query]) + (body ?? '')
  const inside = answer.body.match(INSIDE)?.some((found) => !sent.includes(found))
  return inside === true ? `its inside: ${answer.body.slice(0, 300)}` : undefined
}
