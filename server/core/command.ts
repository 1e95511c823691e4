import { type ParseArgsConfig, parseArgs } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm'

/** A command that was not given what it needs: told with its usage, and ended with 2. */
class WrongUse extends Error {}

interface Command<T extends NonNullable<ParseArgsConfig['options']>> {
  /** How it is called, with what it takes. */
  usage: string
  options: T
  /** What did not happen when it fails. */
  refusal: string
}

type Values<T extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ options: T; strict: true }>
>['values']

/**
 * Does a command of a person's: what it throws is told in a sentence on standard error and ends it with 1, what it was given
 * wrongly with its usage and 2. `wrong` is what it throws for the latter.
 */
export async function runCommand<T extends NonNullable<ParseArgsConfig['options']>>(
  { usage, options, refusal }: Command<T>,
  work: (values: Values<T>, wrong: (sentence: string) => Error) => Promise<void>,
): Promise<void> {
  try {
    await work(valuesOf(options), (sentence) => new WrongUse(sentence))
  } catch (error) {
    const isUse = error instanceof WrongUse
    process.stderr.write(isUse ? `${error.message}\n${usage}\n` : `${refusal}\n${sentenceOf(error)}\n`)
    process.exitCode = isUse ? 2 : 1
  }
}

function valuesOf<T extends NonNullable<ParseArgsConfig['options']>>(options: T): Values<T> {
  try {
    return parseArgs({ options, strict: true }).values
  } catch (error) {
    // Its first sentence says what is wrong, the others how options work in general.
    const [first = ''] = sentenceOf(error).split(/\. |\n/, 1)
    throw new WrongUse(`${first.replace(/\.$/, '')}.`)
  }
}

/** Of a statement that failed what the database says of it, not the statement. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause !== undefined) return sentenceOf(error.cause)
  return error instanceof Error ? error.message : String(error)
}
