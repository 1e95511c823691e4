import type { ExportedTable, ExportFile } from '#shared/exporting/contract.ts'

/** The words of taking a list out as a file. */
export const words = {
  export: 'Export',
  title: 'Export as a file',
  what: 'What',
  format: 'Format',
  all: 'Everything in this list.',
  filtered: 'What matches your search and filter.',
  download: 'Download',
  cancel: 'Cancel',
  begun: 'The download has begun; your browser shows how far it is.',
  failed: 'The file could not be made.',
  tables: {
    abstracts: 'Abstracts',
    papers: 'Papers',
    reviews: 'Reviews of these papers',
    assignments: 'Assignments of these papers',
    payments: 'Payments',
    people: 'People',
    reviewers: 'Reviewers with their load',
    activity: 'Activity',
    'statistics-days': 'By day',
    'statistics-steps': 'By step',
    'statistics-stages': 'By stage',
    'statistics-scores': 'By score',
    'statistics-reviewers': 'By reviewer',
    'statistics-payments': 'By state of payment',
  } satisfies Record<ExportedTable, string>,
  formats: {
    csv: 'CSV',
    xlsx: 'Excel (XLSX)',
    json: 'JSON',
    bib: 'BibTeX',
    zip: 'PDFs in a zip',
  } satisfies Record<ExportFile['format'], string>,
}
