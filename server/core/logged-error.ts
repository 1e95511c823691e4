import { DrizzleQueryError } from 'drizzle-orm'

/** What the log tells of an error, and of what caused it. */
type LoggedError = {
  type: string
  message: string
  code?: string
  /** What PostgreSQL names of its own: no value of a row. */
  constraint?: string
  table?: string
  stack: string
  cause?: LoggedError
}

const CAUSES = 5
/** SQLSTATE's class of data that cannot be stored: its words repeat them. */
const DATA = /^22/

/**
 * An error as the log tells it: a statement without what it was given, and of what the database says nothing that repeats a
 * row, so that no name, address or mail gets there (ASVS 16.2.5). The driver's errors carry both in texts and properties.
 */
export function loggedError(error: unknown, causes = CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const code = textOf(error, 'code')
  const constraint = textOf(error, 'constraint')
  const table = textOf(error, 'table')
  return {
    type: error.name,
    message: messageOf(error, code),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    stack: framesOf(error),
    ...(error.cause !== undefined && causes > 0 && { cause: loggedError(error.cause, causes - 1) }),
  }
}

function messageOf(error: Error, code: string | undefined): string {
  if (error instanceof DrizzleQueryError) return `a statement failed: ${error.query}`
  if (code !== undefined && DATA.test(code)) return 'what was given cannot be stored'
  return error.message
}

function textOf(error: object, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : undefined
}

/** Where it was thrown; an error's stack begins with its message, which may be of many lines. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
