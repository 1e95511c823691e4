import { type Config, sendsMail } from '#server/core/config.ts'
import { keptHere } from '#shared/mail/kept-here.ts'

/**
 * What is said of a mail that was just written: `sent` where a mail server takes it, else `written`, and that mails are
 * kept here. Without a mail server nothing may be called sent.
 */
export function saidOfMail(config: Config, { sent, written }: { sent: string; written: string }): string {
  return sendsMail(config) ? sent : `${written} ${keptHere}`
}
