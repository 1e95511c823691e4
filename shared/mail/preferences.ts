import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { message } from '#shared/core/page.ts'
import { mailTimes } from './choosable.ts'

/** When one's mails come, per kind of message (decisions.md §10); the portal's own notification always stands. */

const time = z.enum(mailTimes)
const preferences = z.object({ submission: time, review: time, notice: time }).meta({ id: 'MailPreferences' })
export type MailPreferences = z.output<typeof preferences>

export const readPreferences = endpoint({
  method: 'GET',
  path: '/api/profile/mails',
  tag: 'Account',
  summary: 'When one’s mails come, per kind of message.',
  access: 'signed-in',
  answer: preferences,
})

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/api/profile/mails',
  tag: 'Account',
  summary:
    'Sets when the mails of the named kinds come: `now`, `digest` (one mail a day) or `portal` (no mail).',
  access: 'signed-in',
  body: preferences.partial().strict(),
  answer: message,
})

const link = z.object({ link: z.string().max(200) })

/** Such mails do not come now; `back`: such a link had ended them, and they can come again as before. */
const stopping = { stopped: z.boolean(), back: z.boolean() }

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/{link}',
  tag: 'Account',
  summary:
    'Ends the mails that a mail’s link stands for (RFC 8058: a form is taken too), or takes that back; the link is the key.',
  access: 'public',
  params: link,
  body: z.object({ back: z.boolean().default(false) }),
  answer: message.extend(stopping),
  refusals: ['not_found'],
})

export const readUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/{link}/standing',
  tag: 'Account',
  summary: 'Whether a mail’s link is good and such mails come, for who came by it; changes nothing.',
  access: 'public',
  params: link,
  answer: z.object({ good: z.boolean(), ...stopping }),
})

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/{link}',
  tag: 'Account',
  summary: 'Leads to the page with the button for it (303); changes nothing.',
  access: 'public',
  params: link,
  answer: z.file(),
})
