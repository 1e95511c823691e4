import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId } from '#shared/core/ids.ts'
import { text } from '#shared/core/text.ts'

/** The text of a submission's abstract, as the portal read it from the PDF, by which reviewers are found. */

export const ABSTRACT_TEXT_MAX = 5000

/** Whether the newest PDF was read, is about to be, or neither. */
export const textStates = ['read', 'reading', 'unread'] as const

const submissionText = z
  .object({
    text: z.string(),
    /** What the PDF says; where the text is another, its author put it right. */
    readText: z.string(),
    /** Of the newest PDF; `unread`: it could not be read yet, and is tried again within a day. */
    state: z.enum(textStates),
    /** The beginning of what the PDF hides from who looks at it; it is not used. */
    hidden: z.string(),
    /** `departs`: the text is another than the PDF's, whose own counts. `typed_alone`: the PDF has none to compare. */
    agreement: z.enum(['agrees', 'departs', 'typed_alone']),
    canChange: z.boolean(),
  })
  .meta({ id: 'SubmissionText' })
export type SubmissionText = z.output<typeof submissionText>

const params = z.object({ abstractId })

export const readSubmissionText = endpoint({
  method: 'GET',
  path: '/api/abstracts/{abstractId}/text',
  tag: 'Author',
  summary: 'The text of one’s own abstract as the portal read it from the PDF: reviewers are found by it.',
  access: ['author'],
  params,
  answer: submissionText,
  refusals: ['not_found'],
})

export const saveSubmissionText = endpoint({
  method: 'PUT',
  path: '/api/abstracts/{abstractId}/text',
  tag: 'Author',
  summary: 'Puts right what was read from the PDF, as long as the submission is on its way.',
  access: ['author'],
  params,
  body: z.object({
    text: text(ABSTRACT_TEXT_MAX),
    /** The text it was typed over. */
    over: z.string().max(ABSTRACT_TEXT_MAX),
  }),
  answer: z.object({ message: z.string() }),
  refusals: ['not_found', 'wrong_state', 'stale'],
})
