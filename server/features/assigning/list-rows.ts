import { parse } from 'csv-parse/sync'
import { AppError } from '#server/core/app-error.ts'
import { PAIRS_MAX } from '#shared/assigning/contract.ts'
import { isIdLike, type KnownPaper, lookUp, type ReadRow } from './look-up.ts'
import type { KnownReviewer } from './look-up-reviewer.ts'

/** A list, and what its rows may name. */
export interface Listed {
  list: string
  papers: readonly KnownPaper[]
  reviewers: readonly KnownReviewer[]
}

/** A list's rows, and a first one that was passed over because it names the columns. */
export interface ReadRows {
  heading: { line: number; text: string } | null
  rows: ReadRow[]
}

/** Finds the paper and the reviewer in each row of a list. Refuses 422 for what is no table or has too many rows. */
export function rowsIn({ list, papers, reviewers }: Listed): ReadRows {
  const table = tableOf(list)
  if (table.length > PAIRS_MAX) throw new AppError('invalid', `Use at most ${PAIRS_MAX} rows at a time.`)
  const find = lookUp(papers, reviewers)
  const [first, ...others] = table
  const heading = first !== undefined && isHeading(first.cells, find(first.cells)) ? first : null
  return {
    heading: heading && { line: heading.line, text: heading.cells.join(' · ') },
    rows: (heading === null ? table : others).map(({ line, cells }) => ({
      line,
      text: cells.join(' · '),
      ...find(cells),
    })),
  }
}

/** Whether a first row is a heading: it names nothing, and holds nothing that looks like an id or an address. */
export function isHeading(
  cells: readonly string[],
  { paperId, reviewerId, likely }: Pick<ReadRow, 'paperId' | 'reviewerId' | 'likely'>,
): boolean {
  const isUnknown = paperId === null && reviewerId === null && likely.length === 0
  return isUnknown && !cells.some((cell) => isIdLike(cell) || cell.includes('@'))
}

/** The rows that hold anything, with the lines they stand on. */
export function tableOf(list: string): { line: number; cells: string[] }[] {
  try {
    // `"Novák, Rita" <rita@…>`, as mail programs write it, is no CSV: the quotation marks go round the whole of it.
    const quoted = list.replace(/"([^"\n]*)"[ ]*<([^<>"\n]*)>/g, '"$1 <$2>"')
    const parsed = parse(quoted, {
      bom: true,
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      // With `info` each row comes with its place; the package's types leave that out.
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return parsed.flatMap(({ record, info }) => {
      const cells = record.filter((cell) => cell !== '')
      return cells.length === 0 ? [] : [{ line: info.lines, cells }]
    })
  } catch {
    throw new AppError(
      'invalid',
      'The list cannot be read as a table: look for a quotation mark without its partner.',
    )
  }
}
