import { parse } from 'csv-parse/sync'
import { AppError } from '#server/core/app-error.ts'
import { type Separator, separators } from '#shared/core/csv.ts'
import { lineCounter } from './line-at.ts'

/** A row that holds anything, and the line of the file on which it begins. */
export interface TableRow {
  line: number
  cells: string[]
}

/** As many lines as the separator is guessed from. */
const LOOKED_AT = 60
/** As far as quotation marks are looked for where cells stand in apostrophes. */
const LOOKED_INTO = 5000

/**
 * The rows of a CSV, by a CSV parser that forgives stray quotation marks; a file whose quotation marks do not pair is
 * read without any. The separator is the one that gives most rows the same number of cells.
 */
export function readTable(text: string, given?: Separator): { rows: TableRow[]; separator: Separator } {
  const said = /^sep=(.)\r?\n/i.exec(text)
  const body = said === null ? text : text.slice(said[0].length)
  const separator = given ?? separators.find((one) => one === said?.[1]) ?? guessSeparator(body)
  const rows = rowsOf(body, separator)
  return { rows: said === null ? rows : rows.map((row) => ({ ...row, line: row.line + 1 })), separator }
}

function guessSeparator(text: string): Separator {
  const head = text.split(/\r?\n|\r/, LOOKED_AT).join('\n')
  const scored = separators.map((separator) => {
    const widths = rowsOf(head, separator).map(({ cells }) => cells.length)
    const width = commonest(widths.filter((one) => one > 1))
    return { separator, score: widths.filter((one) => one === width).length * Math.min(width, 20) }
  })
  return scored.sort((a, b) => b.score - a.score)[0]?.separator ?? ';'
}

/** The number that occurs most; of several the largest; 0 of none. */
export function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  return first?.[0] ?? 0
}

function rowsOf(text: string, separator: Separator): TableRow[] {
  try {
    const rows = parsed(text, separator, '"')
    return isInApostrophes(text, rows, separator) ? parsed(text, separator, "'") : rows
  } catch {
    try {
      return parsed(text, separator, null)
    } catch {
      throw new AppError('invalid', 'The file cannot be read as a table.')
    }
  }
}

/**
 * Whether a file's cells stand in apostrophes instead of quotation marks: those of most rows do, and no quotation marks are
 * there. One cell in apostrophes is a name, or a number that a spreadsheet was to take for text.
 */
function isInApostrophes(text: string, rows: readonly TableRow[], separator: Separator): boolean {
  const some = rows.slice(0, LOOKED_AT)
  const quoted = some.filter(
    ({ cells }) => cells.some((cell) => cell.startsWith("'")) && cells.some((cell) => /.'$/.test(cell)),
  )
  const isInMarks = new RegExp(`(^|\\${separator})"`, 'm').test(text.slice(0, LOOKED_INTO))
  return !isInMarks && quoted.length > some.length / 2
}

function parsed(text: string, delimiter: Separator, quote: string | null): TableRow[] {
  const body = Buffer.from(text.replace(/^\uFEFF/, ''))
  const records = parse(body, {
    delimiter,
    quote,
    escape: quote,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    // With `info` each row comes with its place; the package's types leave that out.
  }) as unknown as { record: string[]; info: { bytes: number } }[]
  const lineOf = lineCounter(body)
  return records.flatMap(({ record, info }) => {
    const line = lineOf(info.bytes)
    return record.every((cell) => cell === '') ? [] : [{ line, cells: record }]
  })
}
