import { z } from 'zod'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { type ErrorCode, errorBody, errorStatus } from '#shared/core/errors.ts'
import { groupBy } from '#shared/core/group-by.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every call, made from the contract (decisions.md §3). */
export function openApiDocument(): Json {
  const components: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  components.Error = schemaOf(errorBody, 'output', components)
  for (const [name, spec] of Object.entries(api)) {
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operation(name, spec, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: '1',
      description:
        'Every call of the portal. Moments are `{_seconds, _nanoseconds}`; refusals are `{message, error, details?}`; ' +
        'lists are paged by `limit` and `cursor`. Mutations take an optional `Idempotency-Key`.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(api).map((spec) => spec.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        mailProvider: { type: 'http', scheme: 'bearer', description: 'MAIL_WEBHOOK_SECRET' },
      },
    },
  }
}

function operation(name: string, spec: EndpointSpec, components: Record<string, Json>): Json {
  const isPublic = spec.access === 'public'
  return {
    operationId: name,
    tags: [spec.tag],
    summary: spec.summary,
    description: `Open to: ${typeof spec.access === 'string' ? spec.access : spec.access.join(', ')}.`,
    security: isPublic ? [] : [{ [spec.access === 'mail-provider' ? 'mailProvider' : 'bearer']: [] }],
    parameters: [
      ...parametersOf(spec.params, 'path', components),
      ...parametersOf(spec.query, 'query', components),
      ...(spec.method === 'GET' ||
      (typeof spec.access === 'string' && spec.access !== 'signed-in') ||
      spec.hashes
        ? []
        : [idempotencyKey]),
    ],
    ...bodyOf(spec, components),
    responses: responsesOf(spec, components),
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  components: Record<string, Json>,
): Json[] {
  if (schema === undefined) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input', components),
  }))
}

function bodyOf(spec: EndpointSpec, components: Record<string, Json>): Json {
  if (spec.file !== undefined) {
    const type = spec.file === 'avatar' ? 'image/png, image/jpeg, image/webp' : 'application/pdf'
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    }
    const encoding = { file: { contentType: type } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } }
  }
  if (spec.body === undefined) return {}
  const schema = schemaOf(spec.body, 'input', components)
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function responsesOf(spec: EndpointSpec, components: Record<string, Json>): Json {
  const codes = new Set<ErrorCode>(spec.refusals)
  if (spec.access !== 'public') codes.add('not_authenticated')
  if (Array.isArray(spec.access)) codes.add('forbidden')
  if (spec.body !== undefined || spec.query !== undefined) codes.add('invalid')
  if (spec.body !== undefined || spec.file !== undefined) codes.add('malformed')
  const byStatus = groupBy(codes, (code) => String(errorStatus[code]))
  const refusals = [...byStatus].map(([status, of]) => [
    status,
    {
      description: of.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return {
    200: { description: 'Done', content: answerContent(spec, components) },
    ...Object.fromEntries(refusals),
  }
}

function answerContent(spec: EndpointSpec, components: Record<string, Json>): Json {
  if (spec.answer instanceof z.ZodFile) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: schemaOf(spec.answer, 'output', components) } }
}

/** JSON Schema of a zod schema; schemas with an id are put among the components and referred to. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Json>): Json {
  const {
    $defs,
    $schema: _,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  }) as Json & { $defs?: Record<string, Json> }
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: __, ...rest } = definition
    components[name] = rest
  }
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/')) as Json
}
