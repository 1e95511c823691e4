import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { idempotencyKeys } from '#server/db/schema.ts'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { logoutByPost } from '#shared/people/contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type Conference, openConference } from '../conference.ts'
import { contentsOf, countsOf, differing } from '../requests/contents.ts'
import { type Deed, deeds, type Ready, send } from '../requests/deeds.ts'
import type { Trial } from '../trial.ts'

/** Of the same request at once. */
const AT_ONCE = 5
/** Rows that a request may leave without having done anything; the key's own among them. */
const BESIDE = ['throttles', 'idempotency_keys', 'chores']

/** Every mutation, sent again under its key in every way that a line or a process can make it necessary (decisions.md §3). */
export const idempotency: Trial = {
  name: 'idempotency',
  promise:
    'However often and from wherever a request is sent under one key, it has one effect and one answer.',
  run: async ({ template, times, tried }) => {
    for (const name of withoutRow()) tried(`${name} takes a key and has no row in deeds.ts`)
    const conference = await openConference({ template })
    const bed = { ...conference, twin: await makePerson(conference.t, { role: 'admin' }) }
    try {
      for (let round = 0; round < times(1, 5); round += 1)
        for (const [at, deed] of deeds.entries()) {
          const name = nameOf(deed.spec)
          const effect = await doneOnce(bed, deed)
          tried(effect.fault && `${name}, again, as another and by another: ${effect.fault}`)
          if (deed.changesNothing || effect.fault !== undefined) continue
          // Each call in one way, all calls in all ways with --full.
          const few = ways.slice(at % ways.length, (at % ways.length) + 1)
          for (const [way, go] of times(1, 0) === 1 ? few : ways) {
            const fault = await go(bed, deed, effect)
            tried(fault && `${name}, ${way}: ${fault}`)
          }
        }
    } finally {
      await conference.close()
    }
  },
}

interface Bed extends Conference {
  /** Another organiser. */
  twin: MadePerson
}

/** Rows that one execution adds and takes away, by table, and what was wrong about it. */
interface Effect {
  once: string
  fault?: string | undefined
}

/** Sends a request, again, with something else under its key, and as somebody else. */
async function doneOnce(bed: Bed, deed: Deed): Promise<Effect> {
  const { t } = bed
  const { db } = t.database
  const ready = await deed.prepare(bed)
  const key = randomUUID()
  const [before, untouched] = [await countsOf(db, BESIDE), await contentsOf(db, BESIDE)]
  const first = await send(t, deed.spec, ready, key)
  const [counted, after] = [await countsOf(db, BESIDE), await contentsOf(db, BESIDE)]
  const once = gained(before, counted)
  const changed = differing(untouched, after)
  if (first.status !== 200) return { once, fault: `not possible at all: ${first.status} ${first.text}` }
  if (deed.changesNothing)
    return { once, fault: changed.length === 0 ? undefined : `it changed ${changed.join(', ')}` }
  if (changed.length === 0) return { once, fault: 'it had no effect that could be seen' }
  return { once, fault: await againUnder(key, bed, deed, ready, first.text, after) }
}

async function againUnder(
  key: string,
  bed: Bed,
  { spec }: Deed,
  ready: Ready,
  first: string,
  after: Map<string, string>,
): Promise<string | undefined> {
  const { t } = bed
  const again = await send(t, spec, ready, key)
  if (endsItself(spec) ? again.status !== 401 : again.text !== first)
    return `answered ${first}, then ${again.text}`
  const other = endsItself(spec) ? undefined : await withAnother(spec, ready)
  if (other === undefined && Object.keys(ready.body ?? {}).length > 0) return 'no other request was found'
  if (other !== undefined) {
    const reused = await send(t, spec, other, key)
    if (reused.status !== 409 || !reused.text.includes('key_reused'))
      return `another request under the key was answered ${reused.status} ${reused.text}`
  }
  const changed = differing(after, await contentsOf(t.database.db, BESIDE))
  if (changed.length > 0) return `sent again it changed ${changed.join(', ')}`
  return byAnother(bed, spec, ready, key, first)
}

type Way = (bed: Bed, deed: Deed, effect: Effect) => Promise<string | undefined>

const ways: readonly (readonly [name: string, go: Way])[] = [
  ['at once', atOnce],
  ['after the process ended before the commit', (...given) => cutOff('before', ...given)],
  ['after the process ended before the answer', (...given) => cutOff('after', ...given)],
]

async function atOnce(bed: Bed, deed: Deed, effect: Effect): Promise<string | undefined> {
  const { t } = bed
  const ready = await deed.prepare(bed)
  const key = randomUUID()
  const before = await countsOf(t.database.db, BESIDE)
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(t, deed.spec, ready, key)))
  const done = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))
  if (done.size !== 1) return `${done.size} different answers: ${[...done].join(' | ')}`
  const odd = answers.find(
    ({ status, text }) =>
      status !== 200 &&
      !(status === 401 && endsItself(deed.spec)) &&
      !(status === 409 && text.includes('key_in_progress')),
  )
  if (odd !== undefined) return `answered ${odd.status} ${odd.text}`
  return oneEffect(effect, before, await countsOf(t.database.db, BESIDE))
}

/** The process ends at a moment of the transaction, as far as anybody can tell; the request is sent again. */
async function cutOff(
  moment: 'before' | 'after',
  bed: Bed,
  deed: Deed,
  effect: Effect,
): Promise<string | undefined> {
  const { t } = bed
  const ready = await deed.prepare(bed)
  const key = randomUUID()
  const before = await countsOf(t.database.db, BESIDE)
  const restore = breakTransactions(bed, moment)
  const broken = await send(t, deed.spec, ready, key).finally(restore)
  if (broken.status !== 503) return `cut off it was answered ${broken.status} ${broken.text}`
  const again = await send(t, deed.spec, ready, key)
  const wanted = endsItself(deed.spec) && moment === 'after' ? 401 : 200
  if (again.status !== wanted) return `sent again: ${again.status} ${again.text}`
  return oneEffect(effect, before, await countsOf(t.database.db, BESIDE))
}

/** Lets every transaction come to nothing, or to its end without anybody hearing of it, until the function it gives. */
function breakTransactions({ t }: Conference, moment: 'before' | 'after'): () => void {
  const { db } = t.database
  const whole = db.transaction.bind(db)
  const gone = () => Object.assign(new Error('Connection terminated'), { code: '08006' })
  db.transaction = async (work, config) => {
    if (moment === 'before')
      return whole(async (tx) => {
        await work(tx)
        throw gone()
      }, config) as never
    await whole(work, config)
    throw gone()
  }
  return () => {
    // The class's own again.
    Reflect.deleteProperty(db, 'transaction')
  }
}

/** Somebody else who may make the call: the key is theirs to use, and what it answered to another is not. */
async function byAnother(
  { t, people, twin: organiser }: Bed,
  spec: EndpointSpec,
  ready: Ready,
  key: string,
  first: string,
): Promise<string | undefined> {
  const { role } = ready.as
  const twin =
    role === 'admin' ? organiser : await makePerson(t, { role, isStaff: ready.as === people.staff })
  const { status, text } = await send(t, spec, { ...ready, as: twin }, key)
  if (status === 409 && text.includes('key_')) return `another person was told of the key: ${text}`
  const own = and(eq(idempotencyKeys.userId, twin.id), eq(idempotencyKeys.key, key))
  if (status === 200 && (await t.database.db.$count(idempotencyKeys, own)) !== 1)
    return `another person was given the answer ${first}`
  return undefined
}

/** The same call about something else; undefined where there is nothing else it could be about. */
async function withAnother(spec: EndpointSpec, ready: Ready): Promise<Ready | undefined> {
  if (ready.file !== undefined)
    return spec.file === 'avatar' ? undefined : { ...ready, file: await makePdf({ pages: 2 }) }
  const { params, body } = ready
  if (params?.['abstractId'] !== undefined)
    return { ...ready, params: { ...params, abstractId: 'A26-9999', paperId: 'P26-9999-X' } }
  const id = Object.entries(params ?? {}).find(([name]) => name.endsWith('Id'))
  if (id !== undefined) return { ...ready, params: { ...params, [id[0]]: randomUUID() } }
  const changed = otherwise(body).find((other) => spec.body?.safeParse(other).success === true)
  return changed === undefined ? undefined : { ...ready, body: changed as Record<string, unknown> }
}

/** The value with one of its texts and numbers put otherwise, in ways that some field takes. */
function otherwise(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((one, at) => otherwise(one).map((other) => value.with(at, other)))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      otherwise(one).map((other) => ({ ...value, [name]: other })),
    )
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  return [`${String(value)} x`, randomUUID(), 'portal', '2026-05-04T23:59:00+02:00', `x${String(value)}`]
}

function oneEffect({ once }: Effect, before: Map<string, number>, after: Map<string, number>) {
  const now = gained(before, after)
  return now === once ? undefined : `once it adds ${once}, now ${now}`
}

const gained = (before: Map<string, number>, after: Map<string, number>) =>
  [...after]
    .map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const)
    .filter(([, more]) => more !== 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([table, more]) => `${table} ${more}`)
    .join(', ')

/** Whoever has logged out cannot ask what became of it. */
const endsItself = (spec: EndpointSpec) => spec === logoutByPost

const nameOf = (spec: EndpointSpec) => Object.entries(api).find(([, one]) => one === spec)?.[0] ?? spec.path

/** As the reference says it (http/openapi.ts). */
const takesKey = ({ method, access, hashes }: EndpointSpec) =>
  method !== 'GET' && access !== 'public' && access !== 'mail-provider' && hashes !== true

const withoutRow = () =>
  Object.entries(api)
    .filter(([, spec]) => takesKey(spec) && !deeds.some((deed) => deed.spec === spec))
    .map(([name]) => name)
