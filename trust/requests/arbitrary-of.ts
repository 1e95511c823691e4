import fc from 'fast-check'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** Long texts and lists are tried by the hostile values; here they would only cost time. */
const TEXT_MAX = 40
const LIST_MAX = 4

/** Values that a schema takes, or nearly: what its own checks refuse beyond the JSON Schema is refused by the portal. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json: Json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  const definitions = record(json['$defs'])
  return ofJson(json, (name) => record(definitions[name]))
}

type Definition = (name: string) => Json

function ofJson(json: Json, definition: Definition): fc.Arbitrary<unknown> {
  const reference = json['$ref']
  if (typeof reference === 'string') return ofJson(definition(reference.split('/').at(-1) ?? ''), definition)
  const branches = json['anyOf'] ?? json['oneOf']
  if (Array.isArray(branches)) return fc.oneof(...branches.map((one) => ofJson(record(one), definition)))
  if ('const' in json) return fc.constant(json['const'])
  if (Array.isArray(json['enum'])) return fc.constantFrom(...(json['enum'] as unknown[]))
  switch (json['type']) {
    case 'string':
      return ofText(json)
    case 'integer':
      return fc.integer(limits(json))
    case 'number':
      return fc.double({ ...limits(json), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(ofJson(record(json['items']), definition), {
        minLength: Math.min(number(json['minItems']) ?? 0, LIST_MAX),
        maxLength: Math.min(number(json['maxItems']) ?? LIST_MAX, LIST_MAX),
      })
    case 'object':
      return ofObject(json, definition)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function ofObject(json: Json, definition: Definition): fc.Arbitrary<unknown> {
  const fields = Object.entries(record(json['properties']))
  const required = Array.isArray(json['required']) ? json['required'].map(String) : []
  const others = record(json['additionalProperties'])
  if (fields.length === 0 && Object.keys(others).length > 0)
    return fc.dictionary(fc.string({ maxLength: 12 }), ofJson(others, definition), { maxKeys: LIST_MAX })
  return fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, ofJson(record(field), definition)])),
    { requiredKeys: required },
  )
}

function ofText(json: Json): fc.Arbitrary<string> {
  const known: Record<string, fc.Arbitrary<string>> = {
    uuid: fc.uuid({ version: [4, 7] }),
    email: fc.emailAddress(),
    'date-time': fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
    date: fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
    uri: fc.webUrl(),
  }
  const { format, pattern } = json
  if (typeof format === 'string' && known[format] !== undefined) return known[format]
  if (typeof pattern === 'string') {
    try {
      return fc.stringMatching(new RegExp(pattern), { maxLength: TEXT_MAX })
    } catch {
      // A pattern that fast-check cannot read: some text then.
    }
  }
  const minLength = Math.min(number(json['minLength']) ?? 0, TEXT_MAX)
  const maxLength = Math.max(minLength, Math.min(number(json['maxLength']) ?? TEXT_MAX, TEXT_MAX))
  return fc.string({ unit: 'grapheme', minLength, maxLength })
}

function limits(json: Json): { min: number; max: number } {
  const min = number(json['minimum']) ?? number(json['exclusiveMinimum']) ?? -1_000_000
  return { min, max: Math.max(min, number(json['maximum']) ?? number(json['exclusiveMaximum']) ?? 1_000_000) }
}

const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
