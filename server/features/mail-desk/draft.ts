import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { Message, MessageKind } from '#server/core/message.ts'
import { letterOf } from '#server/features/mail/letter.ts'
import { unsubscribePage } from '#server/features/mail/mail-links.ts'
import { saidOfMail } from '#server/features/mail/on-its-way.ts'
import { queueMails } from '#server/features/mail/queue-mail.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { renderMail } from '#server/features/mail/render-mail.ts'
import { HIDDEN } from '#server/features/mail/sealed.ts'
import { personById } from '#server/features/people/find-person.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { anySubmission, type Submission } from '#server/features/submissions/access.ts'
import { authorLink } from '#server/features/submissions/placeholders.ts'
import { choosableGroups } from '#shared/mail/choosable.ts'
import type { MailText } from '#shared/mail/template.ts'
import { factsOf } from './facts-of.ts'
import { assertFits } from './texts.ts'

/** A text as it stands in the editor, and the submission whose facts are to stand in it. */
export interface Draft extends MailText {
  abstractId?: string | undefined
}

/** How a text would arrive; saves and sends nothing. Refuses 404, 422. */
export async function previewText(ctx: Ctx, kind: MessageKind, draft: Draft) {
  assertFits(draft, kind)
  const { message, name } = await sampleOf(ctx, kind, draft.abstractId)
  return preview(ctx, message, draft, name)
}

/** As {@link previewText}, sent to whoever asks; it says that it is a test. Refuses 404, 422. */
export async function testText(ctx: Ctx, kind: MessageKind, draft: Draft) {
  assertFits(draft, kind)
  const { message } = await sampleOf(ctx, kind, draft.abstractId)
  return sendToSelf(ctx, message, draft)
}

/** A message in these words, as its two parts. */
export async function preview(ctx: Ctx, message: Message, text: MailText, name: string) {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const { group } = message.kind
  const around = {
    name,
    conference: settings.conferenceName,
    supportEmail: settings.supportEmail,
    // As in the mail itself; the link is each recipient's own.
    fewer: choosableGroups.some((one) => one === group) ? unsubscribePage(ctx.config, HIDDEN) : undefined,
  }
  const letter = letterOf(message, text, around)
  return { subject: letter.subject, ...renderMail(letter, around) }
}

/** Sends a message in these words to the acting person alone: never held, and named a test. */
export async function sendToSelf(ctx: Ctx, message: Message, text: MailText) {
  const self = await personById(ctx, personOf(ctx).userId)
  if (self === undefined) throw new Error('the acting person has no row')
  const kind: MessageKind = { ...message.kind, key: 'test', group: 'notice' }
  const words = { ...text, subject: `Test: ${text.subject}` }
  await queueMails(ctx, [recipientOf(self)], { ...message, kind }, words)
  const said = {
    sent: `A test is on its way to ${self.email}.`,
    written: `A test to ${self.email} was written.`,
  }
  return { message: saidOfMail(ctx.config, said) }
}

/** A message of made-up facts, with a real submission's in the place of those it has. */
async function sampleOf(ctx: Ctx, kind: MessageKind, wanted: string | undefined) {
  const samples = Object.fromEntries(
    Object.entries(kind.placeholders).map(([name, { sample }]) => [name, sample]),
  )
  const s = wanted === undefined ? undefined : await namedSubmission(ctx, wanted)
  const facts = s === undefined ? {} : await factsOf(ctx, kind, s)
  const { name = '', ...values } = { ...samples, ...facts }
  const isToAuthor = s !== undefined && kind.to === 'The author'
  return { message: { kind, values, url: isToAuthor ? authorLink(ctx, s.id) : ctx.config.publicUrl }, name }
}

/** By the abstract's id or the Paper ID, in either case. */
function namedSubmission(ctx: Ctx, wanted: string): Promise<Submission> {
  const id = wanted.trim().toUpperCase()
  return anySubmission(ctx, id.startsWith('P') ? { paperId: id } : { abstractId: id })
}
