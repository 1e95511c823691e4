import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId } from '#shared/core/ids.ts'
import { orcid } from '#shared/core/orcid.ts'
import { emailOrNone, line, requiredLine } from '#shared/core/text.ts'
import { topicList } from '#shared/core/topics.ts'

/** Title, co-authors and topics of a submission: all of them optional (decisions.md §7). */

const CO_AUTHORS_MAX = 100

const coAuthor = z.object({
  name: requiredLine(200, 'Enter the co-author’s name.'),
  email: emailOrNone,
  organization: line(200),
  orcid,
})
export type CoAuthor = z.output<typeof coAuthor>

/** Nobody twice, by address or ORCID iD. */
const coAuthors = z
  .array(coAuthor)
  .max(CO_AUTHORS_MAX, `List at most ${CO_AUTHORS_MAX} co-authors.`)
  .superRefine((list, ctx) => {
    for (const field of ['email', 'orcid'] as const) {
      const seen = new Set<string>()
      for (const [index, one] of list.entries()) {
        const key = one[field].toLowerCase()
        if (seen.has(key)) {
          ctx.addIssue({ code: 'custom', path: [index, field], message: 'This person is listed twice.' })
        }
        if (key !== '') seen.add(key)
      }
    }
  })

export const detailsForm = z.object({
  /** Empty: lists show the file's name. */
  title: line(300),
  /** Of the topics in the conference's settings. */
  topics: topicList,
  coAuthors,
})
export type DetailsForm = z.output<typeof detailsForm>

const detailsChange = detailsForm.extend({
  /** Left out: it stays as it is, which may be what was read from the PDF meanwhile. */
  title: detailsForm.shape.title.optional(),
  /** The revision these were typed over. */
  revision: z.number().int().min(0),
})
export type DetailsChange = z.output<typeof detailsChange>

export const submissionDetails = z
  .object({
    title: z.string(),
    topics: z.array(z.string()),
    /** In order, without the author who submits. What was not given is ''. */
    coAuthors: z.array(
      z.object({ name: z.string(), email: z.string(), organization: z.string(), orcid: z.string() }),
    ),
    /** To be sent back when saving; 0 as long as the author never saved them. */
    revision: z.number().int(),
  })
  .meta({ id: 'SubmissionDetails' })
export type SubmissionDetails = z.output<typeof submissionDetails>

export const saveDetails = endpoint({
  method: 'PUT',
  path: '/api/abstracts/{abstractId}/details',
  tag: 'Author',
  summary:
    'Sets title, topics and co-authors of one’s own submission until it is decided; refused with the newer ones when another tab saved meanwhile.',
  access: ['author'],
  params: z.object({ abstractId }),
  body: detailsChange,
  answer: z.object({ message: z.string(), details: submissionDetails }),
  refusals: ['not_found', 'wrong_state', 'stale'],
})
