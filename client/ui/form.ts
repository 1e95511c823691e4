/** One thing that is wrong: with a field's name where it is that field's. */
export interface Problem {
  field?: string
  message: string
}

/** The part of a schema that forms need (the Standard Schema convention, which zod follows). */
export interface Schema<T> {
  '~standard': { validate(value: unknown): SchemaResult<T> | Promise<SchemaResult<T>> }
}
type SchemaResult<T> = { value: T; issues?: undefined } | { issues: readonly SchemaIssue[] }
interface SchemaIssue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/**
 * Checks the values; gives the parsed ones, or the problems: the first of each field, in the fields' order. A field's
 * path is joined with dots.
 */
export async function checkForm<T>(
  schema: Schema<T>,
  values: Record<string, unknown>,
): Promise<{ parsed: T; problems?: undefined } | { problems: Problem[] }> {
  // Where it does not come the check is no worse, only its words are.
  await import('#shared/core/plain-issues.ts').catch(() => undefined)
  const result = await schema['~standard'].validate(values)
  if (result.issues === undefined) return { parsed: result.value }
  const first = new Map<string, string>()
  for (const { path, message } of result.issues) {
    const field = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
    if (!first.has(field)) first.set(field, message)
  }
  const order = Object.keys(values)
  return {
    problems: [...first]
      .map(([field, message]) => (field === '' ? { message } : { field, message }))
      .sort((a, b) => order.indexOf(a.field ?? '') - order.indexOf(b.field ?? '')),
  }
}

/** What a summary lists: each wording once, linked to the first field that has it. */
export function summarise(problems: readonly Problem[]): Problem[] {
  return problems.filter((one, at) => problems.findIndex(({ message }) => message === one.message) === at)
}
