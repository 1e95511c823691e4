import { parse as parseBibtex } from '@retorquere/bibtex-parser'
import { parse as parseCsv } from 'csv-parse/sync'
import { AppError } from '#server/core/app-error.ts'
import { PUBLICATION_ABSTRACT_MAX, PUBLICATION_TITLE_MAX } from '#shared/reviewing/publications-contract.ts'

interface ReadPublication {
  title: string
  abstract: string
}

interface Read {
  source: 'bibtex' | 'csv'
  found: ReadPublication[]
  /** Entries without a title, or that are not understood. */
  unread: number
}

/** Reads a BibTeX or CSV text, told apart by its first sign. Refuses 422 for what is neither. */
export function readPublications(list: string): Read {
  return /^\s*[@%]/.test(list) ? fromBibtex(list) : fromCsv(list)
}

function fromBibtex(list: string): Read {
  const { entries, errors } = bibtexIn(list)
  const found = entries.flatMap(({ fields }) => publicationOf(fields['title'], fields['abstract']))
  return { source: 'bibtex', found, unread: entries.length - found.length + errors.length }
}

function bibtexIn(list: string) {
  try {
    return parseBibtex(list, { sentenceCase: false, unsupported: 'ignore' })
  } catch {
    throw new AppError('invalid', 'This BibTeX cannot be read: look for a brace without its partner.')
  }
}

/**
 * A table with a column `title` and perhaps one `abstract`; without such a heading its first and second, when there are
 * no more: a table of something else is none.
 */
function fromCsv(list: string): Read {
  const rows = tableIn(list)
  const heading = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const hasHeading = heading.includes('title')
  if (!hasHeading && rows.some((row) => row.length > 2)) {
    throw new AppError('invalid', 'Name the columns of the table in its first line; one must be “title”.')
  }
  const [title, abstract] = hasHeading ? [heading.indexOf('title'), heading.indexOf('abstract')] : [0, 1]
  const body = hasHeading ? rows.slice(1) : rows
  const found = body.flatMap((row) => publicationOf(row[title], row[abstract]))
  return { source: 'csv', found, unread: body.length - found.length }
}

function tableIn(list: string): string[][] {
  try {
    return parseCsv(list, {
      bom: true,
      delimiter: list.includes('\t') ? '\t' : separatorOf(list),
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

function separatorOf(list: string): string {
  const [first = ''] = list.split('\n')
  return first.split(';').length > first.split(',').length ? ';' : ','
}

function publicationOf(title: unknown, abstract: unknown): ReadPublication[] {
  const named = plain(title).slice(0, PUBLICATION_TITLE_MAX).trim()
  if (!/\p{L}{2}/u.test(named)) return []
  return [{ title: named, abstract: plain(abstract).slice(0, PUBLICATION_ABSTRACT_MAX).trim() }]
}

/** Without markup and control characters, on one line, and whole. */
function plain(given: unknown): string {
  return (typeof given === 'string' ? given : '')
    .toWellFormed()
    .replace(/<\/?[a-z][^<>]{0,40}>/gi, '')
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\ufffd\s]+/gu, ' ')
    .trim()
}
