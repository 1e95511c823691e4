import { createHash } from 'node:crypto'
import type pg from 'pg'

/** A read that comes so many times within so many reads gets a name. */
const OFTEN = 20
const WITHIN = 2000
const READS = /^(?:select|with) /
/** One plan for any pattern would read all of an index for a single letter: each has its own. */
const COMPARES = / i?like /
/** Longer ones list values, and come again with as many by chance alone. */
const LENGTH_MOST = 4000
/** Each takes some 55 KB of every connection's memory in the database. One that has its name keeps it while the portal runs. */
const MOST = 100
/** PostgreSQL's longest name. */
const NAME_MAX = 63

/** Which reads are sent so often that the database had better keep them: parsed, and planned where one plan serves all. */
export class OftenSaid {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  #said = 0

  /** Counts a statement, and gives its name once it came often. */
  nameOf(statement: string): string | undefined {
    const known = this.#names.get(statement)
    if (known !== undefined || this.#names.size >= MOST || !mayGetName(statement)) return known
    this.#said += 1
    if (this.#said > WITHIN) {
      this.#counts.clear()
      this.#said = 1
    }
    const count = (this.#counts.get(statement) ?? 0) + 1
    this.#counts.set(statement, count)
    if (count < OFTEN) return undefined
    this.#counts.delete(statement)
    const name = statementName(statement)
    this.#names.set(statement, name)
    if (this.#names.size === MOST) this.#counts.clear()
    return name
  }
}

/** The name of a statement that gets one. */
export const statementName = (statement: string) =>
  createHash('sha256').update(statement).digest('hex').slice(0, NAME_MAX)

/** Whether a statement gets a name when it comes often: a read that searches for nothing. */
export const mayGetName = (statement: string) =>
  statement.length <= LENGTH_MOST && READS.test(statement) && !COMPARES.test(statement)

/**
 * Sends what this connection is asked often under a name: the database parses it once a connection and decides by itself,
 * from the costs of five plans made for given values, whether one plan is as good for any (PostgreSQL's manual, PREPARE, notes).
 */
export function nameOften(client: pg.ClientBase, often: OftenSaid): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (first: unknown, ...rest: unknown[]) =>
    send(isUnnamed(first) ? withName(first) : first, ...rest)
  const withName = (config: pg.QueryConfig) => ({ ...config, name: often.nameOf(config.text) })
  // The signatures of `query` differ in what they answer alone.
  client.query = named as typeof client.query
}

/** A statement as the database's own library sends it, as an object, that has no name yet. */
function isUnnamed(first: unknown): first is pg.QueryConfig {
  return (
    typeof first === 'object' &&
    first !== null &&
    'text' in first &&
    typeof first.text === 'string' &&
    (!('name' in first) || first.name === undefined) &&
    !('submit' in first)
  )
}
