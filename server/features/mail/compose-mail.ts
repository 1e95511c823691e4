import type { Config } from '#server/core/config.ts'
import type { emails } from '#server/db/schema.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { oneLine } from './letter.ts'
import { unsubscribeHeaders } from './mail-links.ts'

/**
 * One row of the outbox as the mail library takes it, with the headers of an automatic message (RFC 3834 §5).
 * Addresses and names go in apart, so that the library quotes them; a name's marks of
 * direction stay behind, as in the subject.
 */
export function composeMail(
  mail: typeof emails.$inferSelect,
  { conferenceName, supportEmail }: Settings,
  config: Config,
  now: Date,
) {
  return {
    // A mail must come from somewhere; nobody is told to answer where nobody reads.
    from: senderOf(
      config.mailFrom ?? (supportEmail || `no-reply@${new URL(config.publicUrl).hostname}`),
      conferenceName,
    ),
    replyTo: supportEmail || undefined,
    to: { name: oneLine(mail.toName), address: mail.toAddress },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // The same at every try: should it arrive twice after all, mail programs know it is one.
    messageId: mail.messageId,
    // Of the sending: a held or resent mail would lie among old ones, or look like spam.
    date: now,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(config, mail.unsubscribe) },
  }
}

/** An address alone is called by the conference's name; MAIL_FROM may name the sender itself. */
const senderOf = (sender: string, conference: string) =>
  sender.includes('<') ? sender : { name: oneLine(conference), address: sender.trim() }
