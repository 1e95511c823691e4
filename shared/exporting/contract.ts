import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { searchQuery } from '#shared/core/page.ts'
import { requiredText, text } from '#shared/core/text.ts'

/** What organisers take out of the portal, as files (decisions.md §8 Export). */

/** The formats a table can be had in: RFC 4180, Office Open XML, and the list's own answers as JSON. */
export const tableFormats = ['csv', 'xlsx', 'json'] as const
export type TableFormat = (typeof tableFormats)[number]

/** The search, filter and order of the list, as the list takes them, without its pages: an export is the whole of what matches. */
const filter = searchQuery.omit({ limit: true, cursor: true }).extend({ sort: text(40).optional() })
export type ExportFilter = z.output<typeof filter>

/** Each table by its name in the address; those of the statistics are what their plots show. */
export const exportedTables = [
  'abstracts',
  'papers',
  'reviews',
  'assignments',
  'payments',
  'people',
  'reviewers',
  'activity',
  'statistics-days',
  'statistics-steps',
  'statistics-stages',
  'statistics-scores',
  'statistics-reviewers',
  'statistics-payments',
] as const
export type ExportedTable = (typeof exportedTables)[number]

const asFile = { method: 'GET', tag: 'Exports', query: filter, answer: z.file() } as const
const format = z.enum(tableFormats)

export const exportTable = endpoint({
  ...asFile,
  path: '/api/admin/export/{table}.{format}',
  summary:
    'What a list shows, or the numbers behind a plot. Reviews and assignments are those of the papers that match; assignments can be read in again.',
  access: ['admin'],
  params: z.object({ table: z.enum(exportedTables).exclude(['payments']), format }),
})

export const exportPayments = endpoint({
  ...asFile,
  path: '/api/admin/export/payments.{format}',
  summary: 'The payments that match.',
  access: ['admin', 'staff'],
  params: z.object({ format }),
})

export const exportBibliography = endpoint({
  ...asFile,
  access: ['admin'],
  path: '/api/admin/export/papers.bib',
  summary: 'The papers that match as BibTeX.',
})

export const exportPdfs = endpoint({
  ...asFile,
  access: ['admin'],
  path: '/api/admin/export/papers.zip',
  summary:
    'The newest PDF of each paper that matches, under its Paper ID, in one zip; `LOST-FILES.txt` in it names what is lost.',
  refusals: ['file_missing', 'unavailable'],
})

/** Which file: a table in one of its formats, or the papers as BibTeX or as a zip of their PDFs. */
const exportFile = z.object({
  table: z.enum(exportedTables),
  format: z.enum([...tableFormats, 'bib', 'zip']),
})
export type ExportFile = z.output<typeof exportFile>

export const exportLink = endpoint({
  method: 'GET',
  path: '/api/admin/export-link',
  tag: 'Exports',
  summary: 'A link, good for ten minutes, by which a browser downloads one of the files without a header.',
  access: ['admin', 'staff'],
  query: exportFile
    .extend(filter.shape)
    .refine(({ table, format }) => table === 'papers' || (format !== 'bib' && format !== 'zip'), {
      path: ['format'],
      message: 'Only papers can be had in this format.',
    }),
  answer: z.object({ downloadUrl: z.string() }),
  refusals: ['forbidden'],
})

export const readExport = endpoint({
  method: 'GET',
  path: '/api/exports/{link}',
  tag: 'Files',
  summary: 'The file behind such a link; whether the person may have it is asked again.',
  access: 'public',
  params: z.object({ link: requiredText(2000) }),
  answer: z.file(),
  refusals: ['not_found', 'file_missing', 'invalid_token', 'forbidden', 'unavailable'],
})
