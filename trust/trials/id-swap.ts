import fc from 'fast-check'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { permissionsOf } from '#shared/core/roles.ts'
import { makePdf } from '#tests/factories.ts'
import { type ActorName, type Conference, openConference, traits } from '../conference.ts'
import { idsBeside, idsInPath, nobodys, type PlantedIds, plantIds } from '../requests/planted-ids.ts'
import { fittingBody } from '../requests/request-of.ts'
import type { Trial } from '../trial.ts'

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
      const planted = await plantIds(conference)
      for (const [name, spec] of Object.entries(api)) {
        const lacking = unplanted(name, spec, planted)
        if (lacking.length > 0) {
          tried(`${name} names ${lacking.join(', ')}, of which the trial has none of somebody else’s`)
          continue
        }
        for (const who of strangers)
          for (const asked of swapsOf(name, spec, { who, planted, conference, seed })) {
            const fault = await compare(conference, asked)
            tried(fault && `${name} as ${who} on ${JSON.stringify(asked.theirs)}: ${fault}`)
          }
      }
    } finally {
      await conference.close()
    }
  },
}

/** What the contract lets a call name and nothing was planted for; of bodies where strangers get as far as that. */
function unplanted(name: string, spec: EndpointSpec, { inPath, inBody }: PlantedIds): string[] {
  const beside = strangers.some((who) => isOpenTo(spec, who)) ? idsBeside(name, spec) : []
  return [
    ...idsInPath(spec).filter((id) => !(id in ofSubmissions) && !inPath[id]),
    ...beside.filter((field) => !inBody[name]?.[field]),
  ]
}

/** What names a submission, and where it stands with one that was made. */
const ofSubmissions = { abstractId: true, paperId: true }

/** Calls that a permission opens to them; whoever names something by others is refused before it is looked for. */
function isOpenTo(spec: EndpointSpec, who: ActorName): boolean {
  if (spec.access === 'signed-in') return true
  if (typeof spec.access === 'string') return false
  return permissionsOf({ isStaff: false, ...traits[who] }).some((one) => spec.access.includes(one))
}

interface Swap {
  who: ActorName
  planted: PlantedIds
  conference: Conference
  seed: number
}

/** A call with the ids of somebody else, and with ids that nothing has. */
interface Asked {
  spec: EndpointSpec
  who: ActorName
  theirs: Sent
  nobodys: Sent
}
interface Sent {
  params: Record<string, string>
  body: Record<string, unknown> | undefined
}

/** By each of the author's submissions where the call is open to them, else by one; nothing where a call names nothing. */
function swapsOf(name: string, spec: EndpointSpec, { who, planted, conference, seed }: Swap): Asked[] {
  const isOpen = isOpenTo(spec, who)
  const inBody = isOpen ? planted.inBody[name] : undefined
  if (inBody !== undefined) {
    const none = Object.fromEntries(Object.keys(inBody).map((field) => [field, nobodys(field)]))
    const [theirs, nothing] = [
      { params: {}, body: inBody },
      { params: {}, body: none },
    ]
    return [{ spec, who, theirs, nobodys: nothing }]
  }
  const names = idsInPath(spec)
  if (names.length === 0) return []
  const others = Object.fromEntries(names.map((id) => [id, planted.inPath[id] ?? '']))
  const all = names.some((id) => id in ofSubmissions)
    ? Object.values(conference.submissions)
        .filter(({ paperId }) => paperId !== '' || !names.includes('paperId'))
        .map(({ abstractId, paperId }) => ({
          ...others,
          ...(names.includes('abstractId') && { abstractId }),
          ...(names.includes('paperId') && { paperId }),
        }))
    : [others]
  const none = Object.fromEntries(names.map((id) => [id, nobodys(id)]))
  const own = { password: conference.people[who].password }
  return (isOpen ? all : all.slice(0, 1)).flatMap((params) =>
    (isOpen ? bodiesFor(spec, seed) : [undefined]).map((sampled) => {
      // With a wrong password nobody would get as far as the id.
      const body = sampled && 'password' in sampled ? { ...sampled, ...own } : sampled
      return { spec, who, theirs: { params, body }, nobodys: { params: none, body } }
    }),
  )
}

function bodiesFor(spec: EndpointSpec, seed: number): (Record<string, unknown> | undefined)[] {
  if (spec.body === undefined) return [undefined]
  return fc.sample(fittingBody(spec.body), { numRuns: BODIES, seed })
}

async function compare(
  { t, tokenOf }: Conference,
  { spec, who, theirs, nobodys: none }: Asked,
): Promise<string | undefined> {
  const send = async ({ params, body }: Sent) => {
    const given = { as: await tokenOf(who), params }
    const { status, refusal } =
      spec.file === undefined
        ? await t.call(spec, { ...given, ...(body && { body }) })
        : await t.upload(spec, { ...given, file: await makePdf() })
    // A body that names somebody else's is nothing but its id.
    const named = Object.values(body !== undefined && Object.keys(params).length === 0 ? body : params)
    const text = named.reduce<string>(
      (said, id) => (typeof id === 'string' ? said.replaceAll(id, '…') : said),
      JSON.stringify(refusal),
    )
    return { status, text }
  }
  const [answered, unknown] = [await send(theirs), await send(none)]
  if (answered.status < 300) return `answered ${answered.status}`
  return answered.status === unknown.status && answered.text === unknown.text
    ? undefined
    : `${answered.status} ${answered.text}, but of an id that nobody has: ${unknown.status} ${unknown.text}`
}
