/** One's own publications, by which papers to review are found. */
export const words = {
  title: 'Your publications',
  text: 'Papers to review are found by what you wrote: list your own publications, with abstracts where you can. Only the organisers see what they have in common with a paper.',
  failed: 'Failed to load',
  actionFailed: 'Action failed',
  none: 'None are listed yet.',
  list: 'BibTeX, a table with a column “title” and perhaps “abstract”, or titles, one a line',
  listHint: 'Paste it here and press the button below it.',
  needList: 'Paste a list first. A file is added as soon as you choose it.',
  pastedFirst: 'Add what stands here first, or empty the field. Then choose the file.',
  add: 'Add the pasted list',
  orFile: 'Or add a file. It is added as soon as you choose it; there is nothing more to press.',
  file: 'Publications',
  fileHint:
    'Supported formats: BibTeX, CSV, PDF. Of a PDF title and abstract are read; the file is not kept.',
  tooLarge: 'The list is larger than 300,000 characters. Add it in parts.',
  unreadable: 'The file could not be read as text.',
  result: (message: string, known: number, unread: number) =>
    [message, known > 0 && `${known} listed already.`, unread > 0 && `${unread} not understood.`]
      .filter(Boolean)
      .join(' '),
  notUnderstood: (which: string) =>
    `Not understood, or without a title: ${which}. They stand here to be corrected and added again.`,
  uploading: 'Sending the PDF',
  reading: 'being read',
  notFound: 'nothing found: correct it',
  noAbstract: 'without an abstract',
  hiddenUnread: 'The PDF holds text that its readers do not see. It is not used.',
  hidden: (text: string) => `The PDF holds text that its readers do not see. It is not used: “${text}”`,
  wordList:
    'Its title or abstract lists words without sentences. That part is not used: correct it to what you wrote.',
  edit: 'Correct',
  editOne: (title: string) => `Correct: ${title}`,
  remove: 'Remove',
  removeOne: (title: string) => `Remove: ${title}`,
  paperTitle: 'Title',
  abstract: 'Abstract (optional)',
  save: 'Save',
  cancel: 'Cancel',
  shown: (count: number) => `Show all ${count}`,
  counted: (count: number) => (count === 1 ? '1 publication' : `${count} publications`),
} as const
