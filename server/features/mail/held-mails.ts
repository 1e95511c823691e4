import type { Ctx } from '#server/core/ctx.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import type { ToldFacts } from '#shared/mail/states.ts'
import type { Afresh } from './afresh.ts'
import type { Mail } from './claim.ts'
import { textsFor } from './texts.ts'
import { holdsNoLonger, toldBy } from './told-facts.ts'
import { writtenMail } from './written-mail.ts'

/** A mail as it would go now. */
export interface WouldGo {
  mail: Mail
  /** What holds now of the facts that may change; null where nobody can tell. */
  told: ToldFacts | null
  /** What an edited mail says that is so no more, a sentence each. */
  holdsNoLonger: string[]
}

/**
 * Mails as they would go now, in their order: a held one that nobody edited is written anew with what holds at this
 * moment, in the texts in force; an edited one keeps its words. Changes nothing.
 */
export async function asTheyWouldGo<const M extends readonly Mail[]>(
  ctx: Ctx,
  afresh: Afresh,
  mails: M,
): Promise<{ [At in keyof M]: WouldGo }>
export async function asTheyWouldGo(ctx: Ctx, afresh: Afresh, mails: readonly Mail[]): Promise<WouldGo[]> {
  return writtenNow(
    ctx,
    afresh,
    mails,
    mails.filter(({ state }) => state === 'held'),
  )
}

/**
 * The words in which a mail that the mail server put off is to go now; none where it stays as it is: somebody edited it, a server
 * took it before, or nobody can tell. Changes nothing.
 */
export async function wordsAfterWaiting(ctx: Ctx, afresh: Afresh, mail: Mail): Promise<Partial<Mail>> {
  if (mail.sentAt !== null || mail.revision > 0) return {}
  const [now] = await writtenNow(ctx, afresh, [mail], [mail])
  return now === undefined || now.told === null ? {} : writingOf(now.mail)
}

/** What of a mail is written anew. */
export const writingOf = ({ kind, toName, subject, body, button, text, html }: Mail) => ({
  ...{ kind, toName, subject, body, button, text, html },
})

async function writtenNow(
  ctx: Ctx,
  afresh: Afresh,
  mails: readonly Mail[],
  toWrite: readonly Mail[],
): Promise<WouldGo[]> {
  const anew = await afresh(ctx, toWrite)
  const textOf = await textsFor(
    ctx.tx,
    [...anew.values()].map(({ message }) => message.kind),
  )
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const around = { conference: settings.conferenceName, supportEmail: settings.supportEmail }
  return mails.map((mail) => {
    const now = anew.get(mail.id)
    if (now === undefined) return { mail, told: null, holdsNoLonger: [] }
    const { message, to } = now
    const told = toldBy(message)
    if (mail.revision > 0) return { mail, told, holdsNoLonger: holdsNoLonger(mail, told) }
    const words = writtenMail(to, message, textOf(message.kind), around)
    return { mail: { ...mail, kind: message.kind.key, ...words }, told, holdsNoLonger: [] }
  })
}
