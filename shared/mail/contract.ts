import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { uuid } from '#shared/core/ids.ts'
import { message, page, sortedQuery, statusOf } from '#shared/core/page.ts'
import { requiredText, seenLine, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { emailDeeds, emailStates } from './states.ts'

/** The mail desk: what was sent, to whom, and what became of it (decisions.md §8, §10). */

const mail = z
  .object({
    id: z.string(),
    kind: z.string(),
    toAddress: z.string(),
    toName: z.string(),
    subject: z.string(),
    state: z.enum(emailStates),
    attempts: z.number().int(),
    /** The mail server is being talked to about it. */
    sending: z.boolean(),
    /** What the mail server or the provider said last. */
    lastAnswer: z.string().nullable(),
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
  })
  .meta({ id: 'Mail' })
export type DeskMail = z.output<typeof mail>

const listed = sortedQuery('newest', 'to', 'subject', 'status').extend({
  status: statusOf(emailStates),
  kind: text(60).optional(),
})

export const listEmails = endpoint({
  method: 'GET',
  path: '/api/admin/emails',
  tag: 'Mail',
  summary:
    'Every mail, newest first; `q` searches address, name, subject and the whole Message-ID, `status` is a state, `kind` a kind of message; `sort` is newest, to, subject or status.',
  access: ['admin'],
  query: listed,
  answer: page(mail).extend({
    counts: z.record(z.enum(emailStates), z.number().int()),
    /** Of those to be sent: since when the first waits (written, let go or sent again), and the mail server's last no; null: none waits. */
    waiting: z.object({ since: timestamp, answer: z.string().nullable() }).nullable(),
    /** A mail server is set up. */
    sends: z.boolean(),
  }),
})

const emailParams = z.object({ emailId: uuid })

export const mailEvent = z.object({
  at: timestamp,
  deed: z.enum(emailDeeds),
  /** The words of the server or the provider. */
  answer: z.string(),
  /** Of a try, and of what came back of it: the Message-ID it was made under. */
  messageId: z.string().nullable(),
  /** The organiser who did it; null for the portal, a server or the provider. */
  by: z.string().nullable(),
})

export const readEmail = endpoint({
  method: 'GET',
  path: '/api/admin/emails/{emailId}',
  tag: 'Mail',
  summary:
    'One mail with its headers, text and every try, a held one as it would go now; PINs and links that let somebody in are hidden.',
  access: ['admin'],
  params: emailParams,
  answer: mail.extend({
    /** The words without what stands around them; what can be edited while it is held. */
    body: z.string(),
    text: z.string(),
    html: z.string(),
    /** What goes with it, as it would be made now. */
    attachments: z.array(
      z.object({
        fileName: z.string(),
        mime: z.string(),
        /** In bytes. */
        size: z.number().int(),
        downloadUrl: z.string(),
      }),
    ),
    /** The lines above the text: as at the last try, or as they would be now where it is (again) to be sent. */
    headers: z.object({
      tried: z.boolean(),
      lines: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    /** Why it is not sent again, where what it says is so no longer. */
    outOfDate: z.string().nullable(),
    /** Of a held mail that was edited: what it says that holds no longer, a sentence each. */
    holdsNoLonger: z.array(z.string()),
    revision: z.number().int(),
    events: z.array(mailEvent),
  }),
  refusals: ['not_found'],
})

export const retryEmail = endpoint({
  method: 'POST',
  path: '/api/admin/emails/{emailId}/retry',
  tag: 'Mail',
  summary: 'Sends a mail again, or tries now instead of later.',
  access: ['admin'],
  params: emailParams,
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

/** Chosen one by one, or all that match a filter of the list. */
const byId = z.object({ ids: z.array(uuid).min(1).max(500) })
const byFilter = z.object({
  matching: z.object({
    q: text(200).optional(),
    status: z.enum(emailStates),
    kind: text(60).optional(),
  }),
})
const chosen = z.union([byId, byFilter])
export type Chosen = z.output<typeof chosen>

const bulkAnswer = z.object({ message: z.string(), done: z.number().int(), left: z.number().int() })

/** Mails that a deed passed over, and why: at most the first hundred. */
const leftOut = z.array(
  z.object({
    id: z.string(),
    toAddress: z.string(),
    subject: z.string(),
    reason: z.string().nullable(),
  }),
)

export const retryEmails = endpoint({
  method: 'POST',
  path: '/api/admin/emails/retry',
  tag: 'Mail',
  summary:
    'Sends many mails again, at most 1,000 at a time; passes over those that are held or discarded, and names those that would mislead.',
  access: ['admin'],
  body: chosen,
  answer: bulkAnswer.extend({
    /** The first hundred that would mislead by now, as their PIN, link, decision or receipt is in force no longer or what they ask for was done. */
    leftOut,
  }),
})

export const editEmail = endpoint({
  method: 'PUT',
  path: '/api/admin/emails/{emailId}',
  tag: 'Mail',
  summary:
    'Changes the words of a held mail; refused when somebody else changed them meanwhile, or with a placeholder, which nothing fills any more.',
  access: ['admin'],
  params: emailParams,
  body: z.object({
    subject: seenLine(300, 'Write a subject.'),
    body: requiredText(20_000, 'Write the text.'),
    revision: z.number().int(),
  }),
  answer: z.object({ message: z.string(), revision: z.number().int() }),
  refusals: ['not_found', 'wrong_state', 'stale'],
})

/** Also what says something that holds no longer. */
const anyway = z.boolean().optional()

export const releaseEmails = endpoint({
  method: 'POST',
  path: '/api/admin/emails/release',
  tag: 'Mail',
  summary:
    'Lets held mails go, at most 1,000 at a time: what nobody edited is written anew with what holds now; what was edited and says something that holds no longer is left out and named, unless it is to go `anyway`.',
  access: ['admin'],
  body: z.union([byId.extend({ anyway }), byFilter.extend({ anyway })]),
  answer: bulkAnswer.extend({
    /** The first hundred that say a date or another fact that holds no longer. */
    leftOut,
  }),
})

export const discardEmails = endpoint({
  method: 'POST',
  path: '/api/admin/emails/discard',
  tag: 'Mail',
  summary: 'Puts held mails away unsent.',
  access: ['admin'],
  body: chosen,
  answer: bulkAnswer,
})

export const reportBounces = endpoint({
  method: 'POST',
  path: '/api/mail/bounces',
  tag: 'Mail',
  summary:
    'What the mail provider says of mails it could not deliver: its own webhook format, or the plain one.',
  access: 'mail-provider',
  body: z.unknown(),
  answer: z.object({ noted: z.number().int() }),
})
