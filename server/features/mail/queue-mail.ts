import type { Ctx } from '#server/core/ctx.ts'
import type { Message, MessageGroup } from '#server/core/message.ts'
import { emails } from '#server/db/schema.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import type { MailText } from '#shared/mail/template.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { letterOf, oneLine } from './letter.ts'
import { renderMail } from './render-mail.ts'
import { sendMail } from './send-mail-kind.ts'
import { textInForce } from './texts.ts'

export interface Recipient {
  address: string
  name: string
}

type Row = typeof emails.$inferInsert & { id: string }

/** Nobody can turn these off (decisions.md §10). */
const essential: readonly MessageGroup[] = ['account', 'decision', 'payment']
/** Rows an INSERT: far below the parameters that one statement may have. */
const AT_ONCE = 500

/** Writes a mail and the job that sends it in the change's own transaction (outbox); gives the mail's id. */
export async function queueMail(ctx: Ctx, to: Recipient, message: Message): Promise<string> {
  const [id] = await queueMails(ctx, [to], message)
  if (id === undefined) throw new Error('no mail was written')
  return id
}

/**
 * One message to any number of people, each by a mail of their own, with a few statements. A decision's mails are
 * held for an organiser where the settings say so. `words` stand for the text in force.
 */
export async function queueMails(
  ctx: Ctx,
  to: readonly Recipient[],
  message: Message,
  words?: MailText,
): Promise<string[]> {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const text = words ?? (await textInForce(ctx.tx, message.kind)).text
  const held = message.kind.group === 'decision' && settings.holdDecisionMails
  const ids: string[] = []
  for (let from = 0; from < to.length; from += AT_ONCE) {
    const rows = to
      .slice(from, from + AT_ONCE)
      .map((one) => rowOf(ctx, one, message, text, settings, held ? 'held' : 'queued'))
    await ctx.tx.insert(emails).values(rows)
    if (!held)
      await ctx.jobs.enqueue(
        ctx.tx,
        sendMail,
        rows.map(({ id }) => ({ emailId: id })),
      )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

function rowOf(
  ctx: Ctx,
  to: Recipient,
  message: Message,
  words: MailText,
  { conferenceName, supportEmail }: Settings,
  state: 'held' | 'queued',
): Row {
  const id = ctx.newId()
  const around = { name: oneLine(to.name), conference: conferenceName, supportEmail }
  const letter = letterOf(message, words, around)
  return {
    id,
    kind: message.kind.key,
    toAddress: oneLine(to.address),
    toName: around.name,
    subject: letter.subject,
    body: letter.paragraphs.map((paragraph) => paragraph.text).join('\n\n'),
    button: letter.button,
    ...renderMail(letter, around),
    secrets: secretsOf(message),
    essential: essential.includes(message.kind.group),
    messageId: `<${id}@${new URL(ctx.config.publicUrl).hostname}>`,
    state,
    createdAt: ctx.now,
  }
}

/** What of a message nobody but the recipient may read. */
function secretsOf({ kind, values, url }: Message): string[] {
  const named = Object.entries(kind.placeholders)
    .filter(([, placeholder]) => placeholder.kind === 'secret')
    .flatMap(([name]) => values[name] ?? [])
  return kind.secretLink ? [...named, url] : named
}
