import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { closestBranch } from '#shared/core/plain-issues.ts'

/**
 * Parses path, query and body by the contract. An ill-formed id in the path is simply unknown (404); a missing body
 * is malformed (400); anything else that does not fit is invalid (422), with every field's problem in `details`.
 */
export function inputOf(
  spec: EndpointSpec,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  const params = spec.params?.safeParse(request.params)
  if (params?.success === false) throw notFound('That page or record')
  return {
    params: params?.data,
    query: spec.query === undefined ? undefined : fitting(spec.query, request.query),
    body: spec.body === undefined ? undefined : bodyOf(spec.body, request.body),
  }
}

function bodyOf(schema: z.ZodType, body: unknown): unknown {
  if (body === undefined || body === null) throw new AppError('malformed', 'The request needs a JSON body.')
  return fitting(schema, body)
}

/** What was given, as a schema reads it. Throws 422 with every field's problem. */
export function fitting<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const problems = flatten(read.error.issues)
  throw new AppError('invalid', problems[0]?.message ?? 'The request does not fit.', problems)
}

/** Problems by field; of a union's branches those of the one that came closest. */
function flatten(issues: readonly z.core.$ZodIssue[]): { field: string; message: string }[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_union') {
      const closest = closestBranch(issue.errors)
      if (closest.length > 0) return flatten(closest)
    }
    return [{ field: issue.path.join('.'), message: issue.message }]
  })
}
