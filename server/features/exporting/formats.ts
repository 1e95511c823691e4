import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { writeXlsxStream } from 'hucre/xlsx'
import type { TableFormat } from '#shared/exporting/contract.ts'
import type { Cell, ExportTable } from './table.ts'

type Pages = ReturnType<ExportTable['pages']>
type Write = (headings: readonly string[], pages: Pages) => Readable

/** How a table is written in each format: as a stream, a page of rows at a time. */
export const writers: Readonly<Record<TableFormat, Write>> = {
  csv: asCsv,
  xlsx: asXlsx,
  json: asJson,
}

export const mimeOf: Readonly<Record<TableFormat | 'bib' | 'zip', string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  bib: 'application/x-bibtex; charset=utf-8',
  zip: 'application/zip',
}

/**
 * RFC 4180, UTF-8 with the mark by which spreadsheets know it. A text that a spreadsheet would take for a formula
 * begins with an apostrophe (OWASP ASVS 1.2.10), and so does a part of one that it would take for a cell.
 */
function asCsv(headings: readonly string[], pages: Pages): Readable {
  const written = stringify({
    bom: true,
    header: true,
    columns: [...headings],
    record_delimiter: 'windows',
    escape_formulas: true,
    // The library quotes the line end of its own alone; spreadsheets begin a new row at either half of it.
    quoted_match: /[\r\n]/,
    cast: {
      string: withoutFormulas,
      boolean: (value) => (value ? 'yes' : 'no'),
      date: (value) => value.toISOString().slice(0, 19).replace('T', ' '),
    },
  })
  // A fault on either side ends both, and reaches whoever reads.
  return pipeline(Readable.from(eachRow(pages)), written, () => undefined)
}

/** The longest text of a cell (Excel's specifications and limits). */
const CELL_MAX = 32_767

/**
 * A text of which no part begins like a formula where a spreadsheet takes a semicolon or a tab for the end of a cell: the mark
 * that quotes it stands within a cell then, and quotes nothing. Looking back from the few signs that begin a formula reads each
 * blank once, however many there are.
 */
const withoutFormulas = (text: string) => text.replace(/(?=[=+\-@])(?<=[;\t]["\s]*)/g, "'")

/** Office Open XML; texts are stored as texts, so none becomes a formula. */
function asXlsx(headings: readonly string[], pages: Pages): Readable {
  const columns = headings.map((header) => ({
    header,
    width: 18,
    ...(header.endsWith('(UTC)') ? { numFmt: 'yyyy-mm-dd hh:mm:ss' } : {}),
  }))
  const shown = (cell: Cell) =>
    typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : typeof cell === 'string' ? inXml(cell) : cell
  const rows = eachRow(pages, shown)
  return Readable.from(writeXlsxStream(rows, { name: 'Lectern', columns, freezePane: { rows: 1 } }))
}

/**
 * A text as a sheet can hold it. What looks like a character by its number is told apart from one (ECMA-376 part 1,
 * 22.9.2.19, ST_Xstring); what XML holds in no spelling (XML 1.0 §2.2) is told as unknown. Control characters are written by
 * their number, by the library.
 */
function inXml(text: string): string {
  return fitting(text.toWellFormed())
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
}

/** As much of a text as a cell of Excel holds; of what is longer it would take the whole file for damaged. */
function fitting(text: string): string {
  if (text.length <= CELL_MAX) return text
  // Half of a character that takes two places is none.
  return `${text.slice(0, CELL_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The list's own answers, all of them: `{ "items": […], "count": n }`. */
function asJson(_: readonly string[], pages: Pages): Readable {
  return Readable.from(jsonParts(pages))
}

async function* jsonParts(pages: Pages): AsyncGenerator<string> {
  let count = 0
  yield '{"items":['
  for await (const { items } of pages) {
    for (const item of items) yield `${count++ === 0 ? '' : ','}\n${JSON.stringify(item)}`
  }
  yield `\n],"count":${count}}\n`
}

async function* eachRow(pages: Pages, shown: (cell: Cell) => Cell = (cell) => cell): AsyncGenerator<Cell[]> {
  for await (const { cells } of pages) for (const row of cells) yield row.map(shown)
}
