import type { Config } from '#server/core/config.ts'
import type { HeaderLine } from '#shared/mail/states.ts'
import type { Settings } from '#shared/settings/contract.ts'
import type { Mail } from './claim.ts'
import { composeMail } from './compose-mail.ts'
import { oneLine } from './letter.ts'
import { HIDDEN } from './sealed.ts'

/**
 * What stands above a mail's text as an organiser may read it, so that the mail is found in a mail server's log: the link
 * that turns mails off is hidden. Without a moment of sending it has no date yet. Recipient and subject are added by
 * {@link wholeHeader}.
 */
export function headerLines(mail: Mail, settings: Settings, config: Config, now?: Date): HeaderLine[] {
  const hidden = { ...mail, unsubscribe: mail.unsubscribe && HIDDEN }
  const { from, replyTo, messageId, headers } = composeMail(hidden, settings, config, now ?? new Date(0))
  return [
    { name: 'From', value: written(from) },
    ...(replyTo === undefined ? [] : [{ name: 'Reply-To', value: replyTo }]),
    ...(now === undefined ? [] : [{ name: 'Date', value: mailDate(now) }]),
    { name: 'Message-ID', value: messageId },
    ...Object.entries(headers).map(([name, value]) => ({ name, value })),
  ]
}

/** As {@link headerLines} gave them, with recipient and subject in their places. */
export function wholeHeader(
  { toName, toAddress, subject }: Mail,
  lines: readonly HeaderLine[],
): HeaderLine[] {
  const [from, ...rest] = lines
  return [
    ...(from === undefined ? [] : [from]),
    { name: 'To', value: written({ name: oneLine(toName), address: toAddress }) },
    { name: 'Subject', value: subject },
    ...rest,
  ]
}

/** A moment as mails write it (RFC 5322 §3.3). */
export function mailDate(at: Date): string {
  return at.toUTCString().replace('GMT', '+0000')
}

/** An address as people read it. */
function written(one: string | { name: string; address: string }): string {
  if (typeof one === 'string') return one
  return one.name === '' ? one.address : `${one.name} <${one.address}>`
}
