import { answerOf } from '#server/http/answer.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import { previewImport, type ReadingGiven } from '#shared/payments/import-contract.ts'
import { readStatement } from '../statement/read-statement.ts'
import { judgeLines, type Known } from './judge-lines.ts'
import { readEarlier } from './same-again.ts'

/** A statement and what its lines are judged against. */
export interface Judging {
  bytes: Uint8Array
  given: ReadingGiven
  /** With the lines imported before as `earlierLines` gives them. */
  known: Omit<Known, 'earlier'> & { earlier: readonly string[] }
  /** When `known` was read. */
  asOf: Date
  /** In the conference's calendar, `2026-03-02`. */
  today: string
}

/** Reads a statement and judges its lines. Refuses 422 for what cannot be read as a table. */
export function judgeStatement({
  bytes,
  given,
  known,
  asOf,
  today,
}: Judging): AnswerOf<typeof previewImport> {
  const { fee } = known
  const { reading, lines } = readStatement(bytes, given, { home: fee?.currency, today })
  return {
    asOf: asOf.toISOString(),
    reading,
    fee: fee === undefined ? null : { amount: decimalOf(fee.cents), currency: fee.currency },
    lines: judgeLines(lines, { ...known, earlier: readEarlier(known.earlier) }),
  }
}

/** Lines that are checked and written at once. */
const AT_ONCE = 500

/**
 * As {@link judgeStatement}, written as the answer that it is: some hundred lines at a time, each let go with the others of
 * its portion, as ten thousand would be there three times over.
 */
export function writeJudged(judging: Judging): Uint8Array {
  const { lines, ...rest } = judgeStatement(judging)
  const written = (some: typeof lines) =>
    JSON.stringify(answerOf(previewImport, { ...rest, lines: some })).slice(0, -LAST.length)
  const head = written([])
  const encoder = new TextEncoder()
  const parts = [encoder.encode(head)]
  for (let more = ''; lines.length > 0; more = ',')
    parts.push(encoder.encode(more + written(lines.splice(0, AT_ONCE)).slice(head.length)))
  parts.push(encoder.encode(LAST))
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  parts.reduce((at, part) => {
    whole.set(part, at)
    return at + part.length
  }, 0)
  return whole
}

/** What ends the answer, of which the lines are the last. */
const LAST = ']}'
