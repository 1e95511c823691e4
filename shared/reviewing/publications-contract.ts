import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { uuid } from '#shared/core/ids.ts'
import { message } from '#shared/core/page.ts'
import { requiredLine, requiredText, text } from '#shared/core/text.ts'
import { unreadEntry } from './unread-entries.ts'

/** A reviewer's own papers, from which the portal tells what they know. */

export const publicationSources = ['bibtex', 'csv', 'pdf', 'typed'] as const
export const publicationStates = ['reading', 'ready', 'unreadable'] as const

/** A person's most publications. */
export const PUBLICATIONS_MAX = 200
export const PUBLICATION_TITLE_MAX = 500
export const PUBLICATION_ABSTRACT_MAX = 5000
/** The longest list, in characters. */
export const PUBLICATIONS_LIST_MAX = 300_000

const tag = 'Reviewer'
const access = ['reviewer'] as const
const params = z.object({ publicationId: uuid })

const publication = z
  .object({
    id: z.string(),
    title: z.string(),
    abstract: z.string(),
    source: z.enum(publicationSources),
    /** A PDF is read by and by; `unreadable`: nothing was found in it. */
    state: z.enum(publicationStates),
    /** The beginning of text in the PDF that nobody sees; it is not used. */
    hidden: z.string(),
    /** Its title or abstract is a list of words without sentences, which is not used. */
    wordList: z.boolean(),
  })
  .meta({ id: 'Publication' })
export type Publication = z.output<typeof publication>

export const publicationForm = z.object({
  title: requiredLine(PUBLICATION_TITLE_MAX, 'Enter the title.'),
  abstract: text(PUBLICATION_ABSTRACT_MAX),
})

export const listPublications = endpoint({
  method: 'GET',
  path: '/api/profile/publications',
  tag,
  summary: 'One’s own publications, by which papers to review are found; the newest first.',
  access,
  answer: z.object({ items: z.array(publication) }),
})

export const addPublications = endpoint({
  method: 'POST',
  path: '/api/profile/publications',
  tag,
  summary:
    'Adds the publications of BibTeX, a table, or titles alone; what is there already is left out, or gets its abstract.',
  access,
  body: z.object({ list: requiredText(PUBLICATIONS_LIST_MAX, 'Paste a list first.') }),
  answer: message.extend({
    added: z.number().int(),
    /** There already without an abstract, which the list had. */
    completed: z.number().int(),
    known: z.number().int(),
    /** Not understood, or without a title, in their order. */
    unread: z.array(unreadEntry),
    /** The same as a list, to be corrected and given again. */
    rest: z.string(),
  }),
})

export const addPublicationPdf = endpoint({
  method: 'POST',
  path: '/api/profile/publications/pdf',
  tag,
  summary:
    'Adds a publication from its PDF: title and abstract are read in the background, the file is not kept.',
  access,
  file: 'paper',
  answer: message.extend({ publicationId: z.string() }),
})

export const changePublication = endpoint({
  method: 'PUT',
  path: '/api/profile/publications/{publicationId}',
  tag,
  summary: 'Corrects title and abstract of one’s own publication.',
  access,
  params,
  body: publicationForm,
  answer: message,
  refusals: ['not_found'],
})

export const removePublication = endpoint({
  method: 'DELETE',
  path: '/api/profile/publications/{publicationId}',
  tag,
  summary: 'Removes one’s own publication.',
  access,
  params,
  answer: message,
  refusals: ['not_found'],
})

const reviewerText = z
  .object({
    id: z.string(),
    title: z.string(),
    /** What counts of it. */
    abstract: z.string(),
    source: z.enum([...publicationSources, 'submission']),
    hidden: z.string(),
    wordList: z.boolean(),
  })
  .meta({ id: 'ReviewerText' })
export type ReviewerText = z.output<typeof reviewerText>

export const readReviewerTexts = endpoint({
  method: 'GET',
  path: '/api/admin/reviewers/{reviewerId}/texts',
  tag: 'Reviewers',
  summary:
    'The publications and own submissions that a reviewer’s scores in proposals come from, as they count.',
  access: ['admin'],
  params: z.object({ reviewerId: uuid }),
  answer: z.object({ items: z.array(reviewerText) }),
  refusals: ['not_found'],
})
