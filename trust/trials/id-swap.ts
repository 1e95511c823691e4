import fc from 'fast-check'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { paperIdOf } from '#shared/core/ids.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import { makePdf } from '#tests/factories.ts'
import { type ActorName, type Conference, openConference, traits } from '../conference.ts'
import { knownIds } from '../requests/known-ids.ts'
import { fittingBody, type KnownIds } from '../requests/request-of.ts'
import type { Trial } from '../trial.ts'

/** Ids that nothing has, in the same form. */
const nobodys: Record<string, string> = {
  abstractId: 'A26-9999',
  paperId: paperIdOf(2026, 9999),
  sessionId: '00000000-0000-4000-8000-000000000001',
  publicationId: '00000000-0000-4000-8000-000000000001',
}
/** People with no part in the author's submissions, each with calls of their own. */
const strangers: readonly ActorName[] = ['otherAuthor', 'unassigned', 'both']
/** Bodies differ by chance alone; the id must not matter for any of them. */
const BODIES = 2

/** Insecure direct references: whatever is named by an id of somebody else is answered as if it did not exist. */
export const idSwap: Trial = {
  name: 'id-swap',
  promise: 'Another person’s id opens nothing and cannot be told from one that nobody has.',
  run: async ({ template, seed, tried }) => {
    const conference = await openConference({ template })
    try {
      const known = await knownIds(conference.t.database.db)
      for (const [name, spec] of Object.entries(api))
        for (const who of strangers.filter((one) => isOpenTo(spec, one)))
          for (const params of foreignParams(spec, known, conference))
            for (const body of bodiesFor(spec, seed)) {
              const fault = await compare(conference, { spec, who, params, body })
              tried(fault && `${name} as ${who} on ${JSON.stringify(params)}: ${fault}`)
            }
    } finally {
      await conference.close()
    }
  },
}

/** Calls that a permission opens to them and that name something by an id. */
function isOpenTo(spec: EndpointSpec, who: ActorName): boolean {
  const names = Object.keys(spec.params?.shape ?? {})
  if (names.length === 0 || names.some((name) => !(name in nobodys))) return false
  if (spec.access === 'signed-in') return true
  if (typeof spec.access === 'string') return false
  return permissionsOf({ isStaff: false, ...traits[who] }).some((one) => spec.access.includes(one))
}

/** Each of the author's submissions; of what belongs to people, somebody else's. */
function foreignParams(
  spec: EndpointSpec,
  known: KnownIds,
  { submissions }: Conference,
): Record<string, string>[] {
  const names = Object.keys(spec.params?.shape ?? {})
  if (names.every((name) => name === 'abstractId' || name === 'paperId'))
    return Object.values(submissions)
      .filter(({ paperId }) => paperId !== '' || !names.includes('paperId'))
      .map((made) =>
        Object.fromEntries(names.map((name) => [name, name === 'paperId' ? made.paperId : made.abstractId])),
      )
  // Sessions were opened in the order of the people; the author's is the first.
  return [Object.fromEntries(names.map((name) => [name, known[name]?.[0] ?? '']))]
}

function bodiesFor(spec: EndpointSpec, seed: number): (Record<string, unknown> | undefined)[] {
  if (spec.body === undefined) return [undefined]
  return fc.sample(fittingBody(spec.body), { numRuns: BODIES, seed })
}

interface Asked {
  spec: EndpointSpec
  who: ActorName
  params: Record<string, string>
  body: Record<string, unknown> | undefined
}

async function compare(
  { t, tokenOf }: Conference,
  { spec, who, params, body }: Asked,
): Promise<string | undefined> {
  const send = async (named: Record<string, string>) => {
    const given = { as: await tokenOf(who), params: named }
    const { status, refusal } =
      spec.file === undefined
        ? await t.call(spec, { ...given, ...(body && { body }) })
        : await t.upload(spec, { ...given, file: await makePdf() })
    return {
      status,
      text: Object.values(named).reduce((said, id) => said.replaceAll(id, '…'), JSON.stringify(refusal)),
    }
  }
  const theirs = await send(params)
  const none = await send(Object.fromEntries(Object.keys(params).map((name) => [name, nobodys[name] ?? ''])))
  if (theirs.status < 300) return `answered ${theirs.status}`
  return theirs.status === none.status && theirs.text === none.text
    ? undefined
    : `${theirs.status} ${theirs.text}, but of an id that nobody has: ${none.status} ${none.text}`
}
