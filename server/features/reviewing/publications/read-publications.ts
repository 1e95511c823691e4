import { parse as parseBibtex } from '@retorquere/bibtex-parser'
import { parse as parseCsv } from 'csv-parse/sync'
import { AppError } from '#server/core/app-error.ts'
import { PUBLICATION_ABSTRACT_MAX, PUBLICATION_TITLE_MAX } from '#shared/reviewing/publications-contract.ts'

interface ReadPublication {
  title: string
  abstract: string
}

/** What a list was found to hold. */
export interface ReadPublications {
  source: 'bibtex' | 'csv'
  found: ReadPublication[]
  /** Entries without a title, or that are not understood. */
  unread: number
}

/** An entry of BibTeX at the beginning of a line; ADS and others put lines of their own before the first. */
const ENTRY = /^[ \t]*@[a-z]+\s*[{(]/im

/** Reads BibTeX, a table, or titles alone, one a line. Refuses 422 for what is none of them. */
export function readPublications(list: string): ReadPublications {
  if (ENTRY.test(list) || /^\s*%/.test(list)) return fromBibtex(list)
  const other = otherThanList(list.trimStart())
  if (other !== null) {
    throw new AppError(
      'invalid',
      `This is ${other}: give BibTeX, a table with a column “title”, or titles, one a line.`,
    )
  }
  return fromCsv(list)
}

/** What a text is that looks like neither a table nor titles. */
function otherThanList(list: string): string | null {
  if (/^(<!doctype|<\?xml|<(html|head|body|div|table|ul|ol|p|main|section|rdf)\b)/i.test(list))
    return 'a web page or XML'
  if (/<\/(div|table|tr|td|li|ul|p|html|body)>/i.test(list)) return 'a web page or XML'
  if (/^(\{\s*"|\[\s*[{"]|[{[]\s*[}\]]$)/.test(list)) return 'JSON'
  if (/^(TY {2}- |%0 |PMID- |FN )/.test(list)) return 'an export for a reference manager'
  return null
}

function fromBibtex(list: string): ReadPublications {
  const { entries, errors } = bibtexIn(list)
  const found = entries.flatMap(({ fields }) => publicationOf(fields['title'], fields['abstract']))
  return { source: 'bibtex', found, unread: entries.length - found.length + errors.length }
}

/** Angle brackets are said in TeX's words: bare ones would be read as Spanish question and exclamation marks. */
const brackets: Record<string, string> = { '<': '{\\textless}', '>': '{\\textgreater}' }

function bibtexIn(list: string) {
  try {
    const said = list.replace(/[<>]/g, (bracket) => brackets[bracket] ?? bracket)
    return parseBibtex(said, { sentenceCase: false, unsupported: 'ignore' })
  } catch {
    throw new AppError('invalid', 'This BibTeX cannot be read: look for a brace without its partner.')
  }
}

/** Columns as reference managers and databases call them: the Web of Science, IEEE Xplore and Zotero among them. */
const TITLES = ['title', 'article title', 'document title', 'paper title', 'ti']
const ABSTRACTS = ['abstract', 'abstract note', 'ab']

/**
 * A table with a column `title` and perhaps one `abstract`. Without such a heading: titles, one a line, where commas and
 * semicolons stand as in prose; else its first and second column, when there are no more: a table of something else is
 * none.
 */
function fromCsv(list: string): ReadPublications {
  const separator = separatorOf(list)
  const [heading = []] = tableIn(firstLineOf(list), separator)
  const names = heading.map((cell) => cell.trim().toLowerCase())
  const placeOf = (some: readonly string[]) => names.findIndex((name) => some.includes(name))
  if (placeOf(TITLES) !== -1) {
    const body = tableIn(list, separator).slice(1)
    return readFrom(body, placeOf(TITLES), placeOf(ABSTRACTS))
  }
  if (isProse(list)) return readFrom(linesOf(list), 0, -1)
  const rows = tableIn(list, separator)
  if (rows.some((row) => row.length > 2)) {
    throw new AppError('invalid', 'Name the columns of the table in its first line; one must be “title”.')
  }
  return readFrom(rows, 0, 1)
}

function readFrom(rows: readonly string[][], title: number, abstract: number): ReadPublications {
  const found = rows.flatMap((row) => publicationOf(row[title], row[abstract]))
  return { source: 'csv', found, unread: rows.length - found.length }
}

/** No tab, no cell in quotation marks, and after each comma and semicolon a space or a digit's group. */
function isProse(list: string): boolean {
  return !/\t|(^|[,;])[^\S\n]*"[^"]*"\s*([,;]|$)|[,;](?!\s|\d{3}\b)/m.test(list)
}

function linesOf(list: string): string[][] {
  return list.split(/\r?\n|\r/).flatMap((line) => (line.trim() === '' ? [] : [[line]]))
}

function tableIn(list: string, delimiter: string): string[][] {
  try {
    return parseCsv(list, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
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
  return /[^\r\n]+/.exec(list)?.[0] ?? ''
}

function publicationOf(title: unknown, abstract: unknown): ReadPublication[] {
  const named = plain(title).slice(0, PUBLICATION_TITLE_MAX).trim()
  if (!/\p{L}{2}/u.test(named)) return []
  return [{ title: named, abstract: plain(abstract).slice(0, PUBLICATION_ABSTRACT_MAX).trim() }]
}

/** Markup as titles have it; other angle brackets are signs of the text. */
const MARKUP =
  /<\/?(?:[a-z]{1,8}:[a-z-]{1,30}|b|i|u|em|strong|su[bp]|span|sc|scp|tt|a|p|br|bold|italic|title|math|m[a-z]{1,10}|inline-formula|tex-math)(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?>/gi
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** Without markup and control characters, on one line, and whole. */
function plain(given: unknown): string {
  return (typeof given === 'string' ? given : '')
    .toWellFormed()
    .replace(
      /&(lt|gt|amp|quot|apos|nbsp);/gi,
      (entity, name: string) => entities[name.toLowerCase()] ?? entity,
    )
    .replace(MARKUP, '')
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\ufffd\s]+/gu, ' ')
    .trim()
}
