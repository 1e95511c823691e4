import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { uuid } from '#shared/core/ids.ts'
import { message } from '#shared/core/page.ts'
import { emailOr, newPassword, PASSWORD_MAX, verbatim } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'

/** What a person does with their own account: sessions, password, address, data, and its end (decisions.md §4). */

/** Asked for again before e-mail, password or account are changed (decisions.md §4). */
export const ownPassword = verbatim(PASSWORD_MAX).min(1, 'Enter your current password.')

const session = z
  .object({
    id: z.string(),
    current: z.boolean(),
    device: z.string(),
    startedAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Session' })

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/profile/sessions',
  tag: 'Account',
  summary: 'One’s own open sessions, the newest first (at most 100), and how many there are.',
  access: 'signed-in',
  answer: z.object({ items: z.array(session), count: z.number().int() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions/{sessionId}',
  tag: 'Account',
  summary: 'Ends one of one’s own sessions.',
  access: 'signed-in',
  params: z.object({ sessionId: uuid }),
  answer: message,
  refusals: ['not_found'],
})

export const changePassword = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/password',
  tag: 'Account',
  summary: 'Changes one’s own password and ends all other sessions.',
  access: 'signed-in',
  body: z.object({ password: ownPassword, newPassword }),
  answer: message,
  refusals: ['wrong_credentials', 'weak_password', 'too_many'],
})

export const changeEmail = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/email',
  tag: 'Account',
  summary: 'Mails a link to a new address; once it is used, the new address takes the place of the old one.',
  access: 'signed-in',
  body: z.object({ email: emailOr('Please enter your new e-mail address.'), password: ownPassword }),
  answer: message,
  refusals: ['too_many'],
})

export const myData = endpoint({
  method: 'GET',
  path: '/api/profile/data',
  tag: 'Account',
  summary: 'A link, good for ten minutes, to a zip of everything the portal holds about oneself.',
  access: 'signed-in',
  answer: z.object({ downloadUrl: z.string() }),
})

export const readMyData = endpoint({
  method: 'GET',
  path: '/api/my-data/{link}',
  tag: 'Files',
  summary:
    'The zip behind the link: `my-data.json`, one’s own files, receipts and mails; `LOST-FILES.txt` names what is lost.',
  access: 'public',
  params: z.object({ link: z.string().max(1000) }),
  answer: z.file(),
  refusals: ['not_found', 'file_missing', 'invalid_token', 'unavailable'],
})

/** Why a submission stays after its author's account: decided, complete, withdrawn before; `paid` was deleted but money was booked for it. */
const stayReason = z.enum(['decided', 'complete', 'withdrawn', 'paid'])
export type StayReason = z.output<typeof stayReason>

/** A submission as it is named: by its Paper ID once there is a paper. */
const named = z.object({ id: z.string(), title: z.string() })

/** What could be paid back for it, `120.00 EUR` each, and whether a payment was reported that nobody has found. */
const moneyLeft = z.object({ sums: z.array(z.string()), reported: z.boolean() })

export const readDeletion = endpoint({
  method: 'GET',
  path: '/api/profile/deletion',
  tag: 'Account',
  summary: 'What becomes of one’s submissions and reviews when one deletes one’s account; changes nothing.',
  access: 'signed-in',
  answer: z.object({
    /** The last administrator: it is refused until somebody else is one. */
    isLastAdmin: z.boolean(),
    /** `paid`: money was booked for it, and that stays. */
    withdrawn: z.array(named.extend({ paid: z.boolean(), money: moneyLeft })),
    stays: z.array(named.extend({ why: stayReason, money: moneyLeft })),
    /** Deleted before; they go when the time to restore them is over. */
    removed: z.array(named),
    /** Paper IDs: those that need another reviewer, and those whose submitted reviews stay. */
    givenBack: z.array(z.string()),
    reviewed: z.array(z.string()),
  }),
})

export const deleteAccount = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/delete',
  tag: 'Account',
  summary:
    'Deletes one’s own account. What is under way is withdrawn; what the conference’s record needs stays without the personal data.',
  access: 'signed-in',
  body: z.object({ password: ownPassword }),
  answer: message,
  refusals: ['wrong_state', 'too_many'],
})
