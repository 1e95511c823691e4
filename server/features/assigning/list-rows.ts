import { parse } from 'csv-parse/sync'
import { AppError } from '#server/core/app-error.ts'
import { lineCounter } from '#server/core/csv/line-at.ts'
import { readTable } from '#server/core/csv/read-table.ts'
import { unescaped } from '#server/core/csv/unescaped.ts'
import { PAIRS_MAX } from '#shared/assigning/contract.ts'
import { type Due, type Extras, extrasBy, isListHeading } from './list-extras.ts'
import { type FoundPair, isIdLike, type KnownPaper, lookUp } from './look-up.ts'
import type { KnownReviewer } from './look-up-reviewer.ts'

/** A list, and what its rows may name. */
export interface Listed {
  list: string
  papers: readonly KnownPaper[]
  reviewers: readonly KnownReviewer[]
  due: Due
}

/** A row of a list: what it names, and what it says of that. */
interface ReadRow extends FoundPair, Extras {
  line: number
  text: string
  problem: string | null
}

/** A list's rows, and a first one that was passed over because it names the columns. */
export interface ReadRows {
  heading: { line: number; text: string } | null
  rows: ReadRow[]
}

/**
 * Finds the paper and the reviewer in each row of a list, and what its columns of due dates and reasons say. Refuses 422
 * for what is no table or has too many rows.
 */
export function rowsIn({ list, papers, reviewers, due }: Listed): ReadRows {
  const table = tableOf(list)
  if (table.length > PAIRS_MAX) throw new AppError('invalid', `Use at most ${PAIRS_MAX} rows at a time.`)
  const find = lookUp(papers, reviewers)
  // A title may stand above the columns of an export.
  const named = table.slice(0, HEADED_WITHIN).findIndex(({ cells }) => cells.some(isListHeading))
  const [first, ...others] = table.slice(Math.max(0, named))
  const heading =
    first !== undefined && (named >= 0 || isHeading(first.cells, find(first.cells))) ? first : null
  const above = table.slice(0, Math.max(0, named)).filter(({ cells }) => !isHeading(cells, find(cells)))
  const rows = [...above, ...(heading === null ? table : others)]
  const extras = extrasBy(
    heading?.cells ?? [],
    due,
    rows.map(({ cells }) => cells),
  )
  return {
    heading: heading && { line: heading.line, text: textOf(heading.cells) },
    rows: rows.map(({ line, cells }) => {
      const found = find(extras.others(cells))
      const said = extras.of(cells)
      return {
        line,
        text: textOf(cells),
        ...found,
        ...said,
        problem: found.problem ?? said.problem,
        // A row that must be written anew anyway is not put right by a paper.
        likely: said.problem === null ? found.likely : [],
      }
    }),
  }
}

/** As many rows are looked at for the columns of an export. */
const HEADED_WITHIN = 10

/** A row in one line, without the cells that hold nothing. */
export const textOf = (cells: readonly string[]) => cells.filter((cell) => cell !== '').join(' · ')

/** Whether a first row is a heading: it names nothing, and holds nothing that looks like an id or an address. */
export function isHeading(
  cells: readonly string[],
  { paperId, reviewerId, likely }: Pick<FoundPair, 'paperId' | 'reviewerId' | 'likely'>,
): boolean {
  const isUnknown = paperId === null && reviewerId === null && likely.length === 0
  return isUnknown && !cells.some((cell) => isIdLike(cell) || cell.includes('@'))
}

/**
 * Whether a list has the columns of an export, so that it has one separator and the other signs are text: a pasted list may
 * mix them.
 */
function hasColumns(list: string): boolean {
  return list
    .split(/\r?\n|\r/, HEADED_WITHIN)
    .some((line) => line.split(/[,;\t|]/).some((cell) => isListHeading(cell.replaceAll('"', ''))))
}

/** The rows that hold anything, with the lines they stand on; a cell that holds nothing keeps its place. */
export function tableOf(list: string): { line: number; cells: string[] }[] {
  try {
    // `"Novák, Rita" <rita@…>`, as mail programs write it, is no CSV: the quotation marks go round the whole of it.
    const quoted = list
      .replace(/^\uFEFF?sep=.(?=[\r\n])/i, '')
      .replace(/"([^"\n]*)"[ ]*<([^<>"\n]*)>/g, '"$1 <$2>"')
    const body = Buffer.from(quoted.replace(/^\uFEFF/, ''))
    const parsed = parse(body, {
      delimiter: hasColumns(list) ? readTable(list).separator : [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      // With `info` each row comes with its place; the package's types leave that out.
    }) as unknown as { record: string[]; info: { bytes: number } }[]
    const lineOf = lineCounter(body)
    return parsed.flatMap(({ record, info }) => {
      const line = lineOf(info.bytes)
      const cells = record.map(unescaped)
      return cells.every((cell) => cell === '') ? [] : [{ line, cells }]
    })
  } catch {
    throw new AppError(
      'invalid',
      'The list cannot be read as a table: look for a quotation mark without its partner.',
    )
  }
}
