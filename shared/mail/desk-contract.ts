import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId, paperId } from '#shared/core/ids.ts'
import { message, page, pageQuery } from '#shared/core/page.ts'
import { requiredText, seenLine, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { reviewVerdicts } from '#shared/reviewing/verdict.ts'
import { DECISION_TEXT_MAX } from '#shared/submissions/decision-text.ts'
import { audience } from './audience.ts'
import { reach } from './reach.ts'

/** The organisers' words: the texts of the portal's mails, and messages to groups (decisions.md §8). */

const listed = z.object({
  key: z.string(),
  group: z.string(),
  /** Who gets it, and when. */
  to: z.string(),
  when: z.string(),
  subject: z.string(),
  edited: z.boolean(),
})

export const listEmailTemplates = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates',
  tag: 'Mail',
  summary: 'Every message that the portal sends, and which texts were edited.',
  access: ['admin'],
  answer: z.object({ items: z.array(listed), count: z.number().int() }),
})

const templateParams = z.object({ key: z.string().max(60) })
const mailText = z.object({ subject: z.string(), body: z.string(), button: z.string() })

export const readEmailTemplate = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates/{key}',
  tag: 'Mail',
  summary: 'A message’s text in force and the portal’s own, with the placeholders that may stand in it.',
  access: ['admin'],
  params: templateParams,
  answer: listed.extend({
    text: mailText,
    own: mailText,
    placeholders: z.array(
      z.object({
        name: z.string(),
        about: z.string(),
        kind: z.enum(['line', 'text', 'link', 'secret']),
        optional: z.boolean(),
        required: z.boolean(),
      }),
    ),
    revision: z.number().int(),
    changedAt: timestamp.nullable(),
    changedBy: z.string().nullable(),
  }),
  refusals: ['not_found'],
})

const subject = seenLine(300, 'Write a subject.')
const body = requiredText(20_000, 'Write the text.')
const button = seenLine(60, 'Write the words on the button.')

export const saveEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/admin/email-templates/{key}',
  tag: 'Mail',
  summary: 'Saves an edited text; placeholders are checked, and a change that was not seen refuses it.',
  access: ['admin'],
  params: templateParams,
  body: z.object({ subject, body, button, revision: z.number().int() }),
  answer: z.object({ message: z.string(), revision: z.number().int() }),
  refusals: ['not_found', 'stale', 'invalid'],
})

export const resetEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/email-templates/{key}/reset',
  tag: 'Mail',
  summary: 'Gives a message the portal’s own text back.',
  access: ['admin'],
  params: templateParams,
  body: z.object({ revision: z.number().int() }),
  answer: z.object({ message: z.string(), revision: z.number().int() }),
  refusals: ['not_found', 'stale'],
})

const draft = z.object({
  subject,
  body,
  button,
  /** Whose facts stand in it; without one, samples. */
  abstractId: abstractId.optional(),
})
const rendered = z.object({ subject: z.string(), text: z.string(), html: z.string() })

export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/email-templates/{key}/preview',
  tag: 'Mail',
  summary:
    'How an edited text would arrive, with samples or a real submission’s facts; saves and sends nothing.',
  access: ['admin'],
  params: templateParams,
  body: draft,
  answer: rendered,
  refusals: ['not_found', 'invalid'],
})

export const testEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/email-templates/{key}/test',
  tag: 'Mail',
  summary: 'As the preview, sent to oneself.',
  access: ['admin'],
  params: templateParams,
  body: draft,
  answer: message,
  refusals: ['not_found', 'invalid'],
})

/** A decision as it stands in its form; `comments` are the reason where it is not an acceptance. */
const decision = z.object({ verdict: z.enum(reviewVerdicts), comments: text(DECISION_TEXT_MAX) })
const decisionMail = rendered.extend({
  to: z.object({ name: z.string(), email: z.string() }),
  /** False: the author's account is disabled, and nobody is told. */
  told: z.boolean(),
  /** It will wait at the mail desk until an organiser lets it go. */
  held: z.boolean(),
})

export const previewAbstractMail = endpoint({
  method: 'POST',
  path: '/api/admin/abstracts/{abstractId}/decision-mail',
  tag: 'Mail',
  summary: 'The mail that its author would get by a decision on an abstract; decides and sends nothing.',
  access: ['admin'],
  params: z.object({ abstractId }),
  body: decision,
  answer: decisionMail,
  refusals: ['not_found', 'wrong_state'],
})

export const previewPaperMail = endpoint({
  method: 'POST',
  path: '/api/admin/papers/{paperId}/decision-mail',
  tag: 'Mail',
  summary:
    'The mail that its author would get by an organiser’s decision on a paper; decides and sends nothing.',
  access: ['admin'],
  params: z.object({ paperId }),
  body: decision,
  answer: decisionMail,
  refusals: ['not_found', 'wrong_state'],
})

const words = z.object({ subject, body })

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  tag: 'Mail',
  summary: 'The messages sent to groups, newest first.',
  access: ['admin'],
  query: pageQuery,
  answer: page(
    z.object({
      id: z.string(),
      audience,
      subject: z.string(),
      body: z.string(),
      recipients: z.number().int(),
      sentBy: z.string(),
      sentAt: timestamp,
    }),
  ),
})

export const previewMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/preview',
  tag: 'Mail',
  summary: 'Who a message to a group would reach, and how it would arrive; sends nothing.',
  access: ['admin'],
  body: words.extend({ audience }),
  answer: rendered.extend({
    count: z.number().int(),
    reach,
    /** Stands for exactly these people. */
    stamp: z.string(),
    /** The first hundred, by name. */
    people: z.array(z.object({ name: z.string(), email: z.string() })),
  }),
  refusals: ['invalid'],
})

export const testMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/test',
  tag: 'Mail',
  summary: 'Sends the message to oneself alone.',
  access: ['admin'],
  body: words,
  answer: message,
  refusals: ['invalid'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages',
  tag: 'Mail',
  summary:
    'Sends a message to a group; refused when the group is not the one that was previewed, and when the same was sent to the same group within a day, unless it is to be sent again.',
  access: ['admin'],
  body: words.extend({
    audience,
    count: z.number().int().min(1),
    stamp: z.string().max(64),
    /** Also where just this was sent to just this group within a day. */
    again: z.boolean().default(false),
  }),
  answer: z.object({ message: z.string(), sent: z.number().int(), reach }),
  refusals: ['stale', 'already_exists', 'invalid'],
})
