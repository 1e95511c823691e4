import { AppError } from '#server/core/app-error.ts'
import type { ReadList } from './publication-of.ts'
import { ENTRY, readBibtex } from './read-bibtex.ts'
import { readTable } from './read-table.ts'

/** What a list was found to hold, and what it is. */
export interface ReadPublications extends ReadList {
  source: 'bibtex' | 'csv'
}

/** Reads BibTeX, a table, or titles alone, one a line. Refuses 422 for what is none of them. */
export function readPublications(given: string): ReadPublications {
  const list = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (ENTRY.test(list) || /^\s*%/.test(list)) return { source: 'bibtex', ...readBibtex(list) }
  const other = otherThanList(list.trimStart())
  if (other !== null) {
    throw new AppError(
      'invalid',
      `This is ${other}: give BibTeX, a table with a column “title”, or titles, one a line.`,
    )
  }
  return { source: 'csv', ...readTable(list) }
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
