import type { JudgedLine, Reading, ReadingGiven } from '#shared/payments/import-contract.ts'
import { readStatement } from '../statement/read-statement.ts'
import { judgeLines, type Known } from './judge-lines.ts'

/** A statement and what its lines are judged against. */
export interface Judging {
  bytes: Uint8Array
  given: ReadingGiven
  known: Known
  /** In the conference's calendar, `2026-03-02`. */
  today: string
}

/** Reads a statement and judges its lines. Refuses 422 for what cannot be read as a table. */
export function judgeStatement({ bytes, given, known, today }: Judging): {
  reading: Reading
  lines: JudgedLine[]
} {
  const { reading, lines } = readStatement(bytes, given, { home: known.fee?.currency, today })
  return { reading, lines: judgeLines(lines, known) }
}
