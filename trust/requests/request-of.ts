import fc from 'fast-check'
import type { z } from 'zod'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { arbitraryOf } from './arbitrary-of.ts'
import { anyForm } from './form-of.ts'
import { hostileTexts, hostileValues } from './hostile.ts'

/** A request as it goes out: anything at all may stand in its parts. */
export interface Made {
  params: Record<string, string>
  /** Some are given twice. */
  query: Record<string, string | string[]>
  /** JSON as it is sent, which need not be JSON, or a form with a file; undefined for none. */
  body: string | undefined
  /** What the body is said to be. */
  type: string
}

/** Ids that exist, by the name of the parameter that takes them. */
export type KnownIds = Readonly<Record<string, readonly string[]>>

/** Requests for one call: by the contract, with known ids, and in every other body something spoiled. */
export function requestOf(spec: EndpointSpec, known: KnownIds): fc.Arbitrary<Made> {
  const json = spec.body === undefined ? fc.constant(undefined) : bodyOf(spec.body, known)
  const sent = spec.file === undefined ? json.map((body) => ({ body, type: 'application/json' })) : anyForm
  return fc
    .record({
      params: fieldsOf(spec.params, known),
      query: fieldsOf(spec.query, known),
      twice: fc.nat(30),
      sent,
    })
    .map(({ params, query, twice, sent }) => ({ params, query: withTwice(query, twice), ...sent }))
}

/** The query with the parameter at a place given twice; most have none there. */
function withTwice(query: Record<string, string>, place: number): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value], at) => [name, at === place ? [value, value] : value]),
  )
}

function fieldsOf(schema: z.ZodObject | undefined, known: KnownIds): fc.Arbitrary<Record<string, string>> {
  if (schema === undefined) return fc.constant({})
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const fitting = known[name] ?? []
    const given = arbitraryOf(field as z.ZodType)
    const isOptional = (field as z.ZodType).safeParse(undefined).success
    const value: fc.Arbitrary<unknown> = fc.oneof(
      { weight: isOptional ? 20 : 0, arbitrary: fc.constant(undefined) },
      { weight: 8, arbitrary: fitting.length > 0 ? fc.constantFrom(...fitting) : given },
      { weight: 1, arbitrary: given },
      { weight: 1, arbitrary: fc.constantFrom(...shortTexts) },
    )
    return [name, value] as const
  })
  return fc
    .record(Object.fromEntries(fields))
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, asText(value)]])),
      ),
    )
}

/** What a path and a query can carry. */
const shortTexts = hostileTexts.filter((text) => text.length < 2000 && text.isWellFormed())

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 4000)

/** Bodies that the contract takes. */
export function fittingBody(schema: z.ZodType): fc.Arbitrary<Record<string, unknown>> {
  return arbitraryOf(schema)
    .filter((body) => schema.safeParse(body).success)
    .map((body) => body as Record<string, unknown>)
}

function bodyOf(schema: z.ZodType, known: KnownIds): fc.Arbitrary<string> {
  const whole = arbitraryOf(schema).map((value) => withKnown(value, known))
  const spoiled = fc
    .tuple(whole, fc.nat(), fc.oneof(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileValues)))
    .map(([value, at, hostile]) => spoil(value, at, typeof hostile === 'function' ? hostile() : hostile))
  return fc.oneof(
    { weight: 10, arbitrary: whole.map(asJson) },
    { weight: 12, arbitrary: spoiled.map(asJson) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{"', '[]', '"x"', 'null', '{"a":1,"a":2}', '\u0000', '{"__proto__":{}}'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...hostileValues).map((make) => asJson(make())) },
  )
}

const asJson = (value: unknown) => JSON.stringify(value) ?? ''

/** Ids that exist in the places of ids; chosen by the text that stood there, so that a seed gives the same again. */
function withKnown(value: unknown, known: KnownIds): unknown {
  if (Array.isArray(value)) return value.map((one) => withKnown(one, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const ids = known[name] ?? known[name.replace(/s$/, '')]
      if (ids === undefined || ids.length === 0) return [name, withKnown(one, known)]
      const pick = (text: unknown) => ids[String(text).length % ids.length]
      return [name, Array.isArray(one) ? one.map(pick) : pick(one)]
    }),
  )
}

/** The value with something else in one of its places; the whole of it when it has none. */
function spoil(value: unknown, at: number, hostile: unknown): unknown {
  const places = placesIn(value)
  const place = places[at % Math.max(places.length, 1)]
  if (place === undefined) return hostile
  place.put(hostile)
  return value
}

function placesIn(value: unknown): { put: (other: unknown) => void }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [
    { put: (other: unknown) => Object.assign(value, { [key]: other }) },
    ...placesIn(one),
  ])
}
