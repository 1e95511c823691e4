import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { Message, MessageKind } from '#server/core/message.ts'
import { submissionEvents } from '#server/db/schema.ts'
import { letterOf } from '#server/features/mail/letter.ts'
import { queueMails } from '#server/features/mail/queue-mail.ts'
import { renderMail } from '#server/features/mail/render-mail.ts'
import { personById } from '#server/features/people/find-person.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { anySubmission } from '#server/features/submissions/access.ts'
import { quoted } from '#server/features/submissions/placeholders.ts'
import type { MailText } from '#shared/mail/template.ts'
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
  const around = { name, conference: settings.conferenceName, supportEmail: settings.supportEmail }
  const letter = letterOf(message, text, around)
  return { subject: letter.subject, ...renderMail(letter, around) }
}

/** Sends a message in these words to the acting person alone: never held, and named a test. */
export async function sendToSelf(ctx: Ctx, message: Message, text: MailText) {
  const self = await personById(ctx, personOf(ctx).userId)
  if (self === undefined) throw new Error('the acting person has no row')
  const kind: MessageKind = { ...message.kind, key: 'test', group: 'notice' }
  const words = { ...text, subject: `Test: ${text.subject}` }
  await queueMails(ctx, [{ address: self.email, name: self.name }], { ...message, kind }, words)
  return { message: `A test is on its way to ${self.email}.` }
}

/** A message of made-up facts, with a real submission's in the place of those it has. */
async function sampleOf(ctx: Ctx, kind: MessageKind, abstractId: string | undefined) {
  const samples = Object.fromEntries(
    Object.entries(kind.placeholders).map(([name, { sample }]) => [name, sample]),
  )
  const { name = '', ...values } = { ...samples, ...(await factsOf(ctx, kind, abstractId)) }
  return { message: { kind, values, url: ctx.config.publicUrl }, name }
}

async function factsOf(
  ctx: Ctx,
  kind: MessageKind,
  abstractId: string | undefined,
): Promise<Record<string, string>> {
  if (abstractId === undefined) return {}
  const s = await anySubmission(ctx, { abstractId })
  const author = await personById(ctx, s.authorId)
  const [said] = await ctx.tx
    .select({ note: submissionEvents.note })
    .from(submissionEvents)
    .where(
      and(
        eq(submissionEvents.submissionId, s.id),
        isNotNull(submissionEvents.note),
        ne(submissionEvents.note, ''),
      ),
    )
    .orderBy(desc(submissionEvents.at), desc(submissionEvents.id))
    .limit(1)
  const id = kind.placeholders['abstractId'] === undefined ? s.paperId : s.id
  return {
    id,
    abstractId: s.id,
    paperId: s.paperId,
    papers: s.paperId,
    submission: quoted(id, s.title),
    ...(author === undefined ? {} : { name: author.name }),
    ...(typeof said?.note === 'string' ? { comments: said.note, reason: said.note } : {}),
  }
}
