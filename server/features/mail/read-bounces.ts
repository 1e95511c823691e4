import { z } from 'zod'
import { answerLine } from './smtp-refusal.ts'

/** What a provider says of one mail. */
export interface Bounce {
  /** `delayed`: it is trying on; `complained`: the recipient called it spam. */
  deed: 'bounced' | 'delayed' | 'complained'
  recipient: string
  /** Our Message-ID, where the provider kept it; with or without its angle brackets. */
  messageId: string
  answer: string
}

const said = z.string().catch('')
/** A bounce with the server's words on one line. */
export const bounceOf = (
  deed: Bounce['deed'],
  recipient: string,
  messageId: string,
  words: readonly string[],
): Bounce => ({
  deed,
  recipient,
  messageId,
  answer: answerLine(words.filter((word) => word !== '').join(' ')),
})

/** A list of events, of which those that are understood are taken: what one of them says is not lost for another. */
const listOf = <Event>(event: z.ZodType<Event>, atMost: number) =>
  z
    .array(z.looseObject({}))
    .max(atMost)
    .transform((all) => all.flatMap((one) => event.safeParse(one).data ?? []))

/** Our own, plain: `{"events":[{"recipient":…,"messageId":…,"type":"bounce","permanent":true,"reason":…}]}`. */
const plain = z
  .object({
    events: listOf(
      z.object({
        type: z.enum(['bounce', 'complaint']),
        recipient: said,
        messageId: said,
        permanent: z.boolean().default(true),
        reason: said,
      }),
      1000,
    ),
  })
  .transform(({ events }) =>
    events.map(({ type, permanent, recipient, messageId, reason }) => {
      const deed = type === 'complaint' ? 'complained' : permanent ? 'bounced' : 'delayed'
      return bounceOf(deed, recipient, messageId, [reason])
    }),
  )

/** Postmark's bounce and spam-complaint webhooks; its MessageID is its own, so the address finds the mail. */
const postmark = z
  .object({
    RecordType: z.enum(['Bounce', 'SpamComplaint']),
    Type: said,
    Email: z.string(),
    Description: said,
    Details: said,
  })
  .transform(({ RecordType, Type, Email, Description, Details }) => {
    const lasting = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'Blocked', 'SpamNotification']
    const deed =
      RecordType === 'SpamComplaint' ? 'complained' : lasting.includes(Type) ? 'bounced' : 'delayed'
    return [bounceOf(deed, Email, '', [Description, Details])]
  })

/** Mailgun's webhooks (`event-data`): `failed` with a severity, and `complained`. */
const mailgun = z
  .object({
    'event-data': z.object({
      event: z.enum(['failed', 'complained']),
      severity: said,
      recipient: z.string(),
      message: z.object({ headers: z.object({ 'message-id': said }) }),
      'delivery-status': z.object({ message: said, description: said }).optional(),
    }),
  })
  .transform(({ 'event-data': { event, severity, recipient, message, 'delivery-status': status } }) => {
    const deed = event === 'complained' ? 'complained' : severity === 'permanent' ? 'bounced' : 'delayed'
    const words = [status?.message || (status?.description ?? '')]
    return [bounceOf(deed, recipient, message.headers['message-id'], words)]
  })

const sendgridDeeds = {
  bounce: 'bounced',
  dropped: 'bounced',
  deferred: 'delayed',
  spamreport: 'complained',
} as const

/**
 * SendGrid's event webhook: a list of events of all sorts, of which those about failures are taken. A bounce of type
 * `blocked` was refused for now, by what the receiving server thinks of the sender; the address stays good.
 */
const sendgrid = listOf(
  z.object({
    event: z.string(),
    type: said,
    email: z.string(),
    'smtp-id': said,
    reason: said,
    response: said,
    status: said,
  }),
  10_000,
).transform((events) =>
  events.flatMap(({ event, type, email, 'smtp-id': id, status, reason, response }) => {
    const named = event === 'bounce' && type === 'blocked' ? 'deferred' : event
    const deed = Object.entries(sendgridDeeds).find(([name]) => name === named)?.[1]
    return deed === undefined ? [] : [bounceOf(deed, email, id, [status, reason, response])]
  }),
)

const brevoDeeds = {
  hard_bounce: 'bounced',
  blocked: 'bounced',
  invalid_email: 'bounced',
  soft_bounce: 'delayed',
  deferred: 'delayed',
  spam: 'complained',
} as const

/** Brevo's transactional webhook: one event at a time. */
const brevo = z
  .object({
    event: z.enum(['hard_bounce', 'blocked', 'invalid_email', 'soft_bounce', 'deferred', 'spam']),
    email: z.string(),
    'message-id': said,
    reason: said,
  })
  .transform(({ event, email, 'message-id': id, reason }) => [
    bounceOf(brevoDeeds[event], email, id, [reason]),
  ])

/**
 * Events of Postmark, Mailgun and Brevo of other sorts, as `delivered` and `unsubscribed`: nothing came back. A provider whose
 * call is refused sends it again, or sends no more.
 */
const others = z
  .union([
    z.object({ RecordType: z.string().regex(/^(?!Bounce$|SpamComplaint$)/) }),
    z.object({ 'event-data': z.object({ event: z.string().regex(/^(?!failed$|complained$)/) }) }),
    z.object({ event: z.string().refine((name) => !Object.hasOwn(brevoDeeds, name)), email: z.string() }),
  ])
  .transform((): Bounce[] => [])

const formats = [plain, postmark, mailgun, sendgrid, brevo, others]

/** What a provider's webhook says, whichever of the known formats it is in; undefined for none of them. */
export function readBounces(body: unknown): Bounce[] | undefined {
  for (const format of formats) {
    const read = format.safeParse(body)
    if (read.success) return read.data
  }
  return undefined
}
