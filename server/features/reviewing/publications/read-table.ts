import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { withoutListMark } from '#server/affinity/title-key.ts'
import { AppError } from '#server/core/app-error.ts'
import { entryName } from '#shared/reviewing/unread-entries.ts'
import { publicationOf, type ReadList } from './publication-of.ts'

/** Columns as reference managers and databases call them: the Web of Science, IEEE Xplore and Zotero among them. */
const TITLES = ['title', 'article title', 'document title', 'paper title', 'ti']
const ABSTRACTS = ['abstract', 'abstract note', 'ab']
/** What else stands in the first line of a table, and not together in a title. */
const OTHERS =
  /^(authors?|author names|year|publication year|date|journal|source( title)?|venue|book ?title|publisher|volume|issue|number|pages|doi|url|isbn|issn|key ?words|type|language)$/

interface Row {
  cells: string[]
  /** As it stands in the list. */
  text: string
  /** The line it begins in. */
  line: number
}

/**
 * A table with a column `title` and perhaps one `abstract`; or titles alone, one a line, numbered or not. Refuses 422 a table without such a
 * column: what its first cells hold is anything.
 */
export function readTable(list: string): ReadList {
  const separator = separatorOf(list)
  const heading = (rowsOf(firstLineOf(list), separator)[0]?.cells ?? []).map((cell) => cell.trim())
  const names = heading.map((cell) => cell.toLowerCase())
  const placeOf = (some: readonly string[]) => names.findIndex((name) => some.includes(name))
  const title = placeOf(TITLES)
  if (title !== -1) {
    const [first, ...rows] = rowsOf(list, separator)
    return readRows(rows, { title, abstract: placeOf(ABSTRACTS), heading: first?.text ?? '' })
  }
  const isHeading = names.filter((name) => OTHERS.test(name) || ABSTRACTS.includes(name)).length > 1
  if (isHeading) throw withoutTitle(heading)
  const rows = isProse(list) ? linesOf(list) : rowsOf(list, separator)
  if (rows.some(({ cells }) => cells.length > 1)) throw withoutTitle(heading)
  const titles = rows.map((row) => ({ ...row, cells: row.cells.map(withoutListMark) }))
  return readRows(titles, { title: 0, abstract: -1, heading: '' })
}

const NAMES_SAID = 6

function withoutTitle(heading: readonly string[]): AppError {
  const said = heading.slice(0, NAMES_SAID).map((name) => `“${entryName(name)}”`)
  const names = [...said, ...(heading.length > NAMES_SAID ? ['…'] : [])].join(', ')
  return new AppError(
    'invalid',
    `The table has no column “title”; its first line has ${names}. Name the column of the titles so, or give titles alone, one a line.`,
  )
}

function readRows(
  rows: readonly Row[],
  { title, abstract, heading }: { title: number; abstract: number; heading: string },
): ReadList {
  const read = rows.map((row) => ({ row, found: publicationOf(row.cells[title], row.cells[abstract]) }))
  const unread = read.flatMap(({ row, found }) => (found.length === 0 ? [row] : []))
  const lines = unread.map(({ text }) => text)
  return {
    found: read.flatMap(({ found }) => found),
    unread: unread.map(({ line, text }) => ({ line, name: entryName(text) })),
    rest: (unread.length > 0 && heading !== '' ? [heading, ...lines] : lines).join('\n'),
  }
}

/** No tab, no cell in quotation marks, and after each comma and semicolon a space or a digit's group. */
function isProse(list: string): boolean {
  return !/\t|(^|[,;])[^\S\n]*"[^"]*"\s*([,;]|$)|[,;](?!\s|\d{3}\b)/m.test(list)
}

function linesOf(list: string): Row[] {
  return list
    .split('\n')
    .map((text, place) => ({ cells: [text], text, line: place + 1 }))
    .filter(({ text }) => text.trim() !== '')
}

/** What the parser gives of a row, with where it ends and the blank lines before it. */
const parsedRow = z.object({
  record: z.array(z.string()),
  raw: z.string(),
  info: z.object({ lines: z.number() }),
})

function rowsOf(list: string, delimiter: string): Row[] {
  return parsedRows(list, delimiter).map(({ record, raw, info }) => {
    const text = raw.trim()
    return { cells: record, text, line: info.lines - (text.split('\n').length - 1) }
  })
}

function parsedRows(list: string, delimiter: string) {
  try {
    const rows: unknown = parse(list, {
      delimiter,
      info: true,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return z.array(parsedRow).parse(rows)
  } catch {
    throw new AppError(
      'invalid',
      'This is neither BibTeX nor a table: look for a quotation mark without its partner.',
    )
  }
}

/** The sign that the first line has most often outside of quotation marks. */
function separatorOf(list: string): string {
  const bare = firstLineOf(list).replace(/"[^"]*"/g, '')
  const times = (sign: string) => bare.split(sign).length
  return [',', ';', '\t'].reduce((most, sign) => (times(sign) > times(most) ? sign : most))
}

function firstLineOf(list: string): string {
  return /[^\n]+/.exec(list)?.[0] ?? ''
}
