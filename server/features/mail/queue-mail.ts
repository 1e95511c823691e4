import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { encrypt } from '#server/core/sealing.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { emails } from '#server/db/schema.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import type { MailText } from '#shared/mail/template.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { oneLine } from './letter.ts'
import { unsubscribePage } from './mail-links.ts'
import type { Recipient } from './recipient.ts'
import { seal } from './sealed.ts'
import { sendMail } from './send-mail-kind.ts'
import { discardSuperseded } from './superseded.ts'
import { textsFor } from './texts.ts'
import { toldBy } from './told-facts.ts'
import { writtenMail } from './written-mail.ts'

type Row = typeof emails.$inferInsert & { id: string }

/** Rows an INSERT: far below the parameters that one statement may have. */
const AT_ONCE = 500

/**
 * From so many of one deed on mails are sent a little later: an import, whose portions follow each other, is not slowed by
 * the sending of what it has written.
 */
const MANY = 50
const ASIDE_MS = 10_000

/** Somebody and what they are told. */
export interface Addressed {
  to: Recipient
  message: Message
  /** The link's key that turns such mails off (mail-links.ts); none: nobody can. */
  unsubscribe?: string | undefined
}

/** Writes a mail and the job that sends it in the change's own transaction (outbox); gives the mail's id. */
export async function queueMail(ctx: Ctx, to: Recipient, message: Message): Promise<string> {
  const [id] = await queueMails(ctx, [to], message)
  if (id === undefined) throw new Error('no mail was written')
  return id
}

/** One message to any number of people, each by a mail of their own. `words` stand for the text in force. */
export function queueMails(
  ctx: Ctx,
  to: readonly Recipient[],
  message: Message,
  words?: MailText,
): Promise<string[]> {
  return queueEach(
    ctx,
    to.map((one) => ({ to: one, message })),
    words,
  )
}

/**
 * Any number of mails with a few statements. A decision's mails are held for an organiser where the settings say so.
 * `words` stand for the texts in force.
 */
export async function queueEach(ctx: Ctx, mails: readonly Addressed[], words?: MailText): Promise<string[]> {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const textOf =
    words === undefined
      ? await textsFor(
          ctx.tx,
          mails.map(({ message }) => message.kind),
        )
      : () => words
  await discardSuperseded(
    ctx,
    mails.flatMap(({ message }) => message.decides ?? []),
  )
  const ids: string[] = []
  for (let from = 0; from < mails.length; from += AT_ONCE) {
    const rows = mails.slice(from, from + AT_ONCE).map((mail) => {
      const held = mail.message.kind.group === 'decision' && settings.holdDecisionMails
      return rowOf(ctx, mail, textOf(mail.message.kind), settings, held ? 'held' : 'queued')
    })
    await ctx.tx.insert(emails).select(rowsInOne(emails, rows))
    const queued = rows.filter(({ state }) => state === 'queued')
    await ctx.jobs.enqueue(
      ctx.tx,
      sendMail,
      queued.map(({ id }) => ({ emailId: id })),
      mails.length < MANY ? undefined : new Date(ctx.now.getTime() + ASIDE_MS),
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

function rowOf(
  ctx: Ctx,
  { to, message, unsubscribe }: Addressed,
  words: MailText,
  { conferenceName, supportEmail }: Settings,
  state: 'held' | 'queued',
): Row {
  const id = ctx.newId()
  const fewer = unsubscribe === undefined ? undefined : unsubscribePage(ctx.config, unsubscribe)
  const { toName, subject, ...texts } = writtenMail(to, message, words, {
    conference: conferenceName,
    supportEmail,
    fewer,
  })
  const secrets = [...secretsOf(message), ...(unsubscribe === undefined ? [] : [unsubscribe])]
  return {
    id,
    kind: message.kind.key,
    toAddress: oneLine(to.address),
    toName,
    subject,
    ...seal(ctx.secrets.mail, id, texts, secrets, (count) => ctx.randomBytes(count)),
    // A header of the mail, beside its texts.
    unsubscribe:
      unsubscribe === undefined
        ? null
        : encrypt(ctx.secrets.mail, id, unsubscribe, (count) => ctx.randomBytes(count)),
    attached: message.attached ?? null,
    decides: message.decides ?? null,
    told: state === 'held' ? toldBy(message) : null,
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
