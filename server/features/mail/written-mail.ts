import type { Message } from '#server/core/message.ts'
import type { MailText } from '#shared/mail/template.ts'
import { greeted, greetedOr } from './greeted.ts'
import { type Around, letterOf, oneLine } from './letter.ts'
import type { Recipient } from './recipient.ts'
import { renderMail } from './render-mail.ts'

/** A message to somebody in the words in force, as the outbox keeps it before its secrets are taken out. */
export function writtenMail(
  to: Recipient,
  message: Message,
  words: MailText,
  { conference, supportEmail, fewer }: Omit<Around, 'name'>,
) {
  const who = { ...to, name: oneLine(to.name) }
  const around = { name: greetedOr(who), conference, supportEmail, fewer }
  const letter = letterOf(message, words, around)
  return {
    toName: greeted(who) ?? '',
    subject: letter.subject,
    ...renderMail(letter, around),
    body: letter.paragraphs.map((paragraph) => paragraph.text).join('\n\n'),
    button: letter.button,
  }
}
