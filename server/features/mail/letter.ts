import type { Message } from '#server/core/message.ts'
import { onOneLine } from '#shared/core/text.ts'
import { filled, type MailText, type Placeholder, paragraphsIn } from '#shared/mail/template.ts'
import { escapeHtml, linkTo, withLinks } from './html.ts'

/** A mail's words, before they are laid out: each paragraph as plain text and as HTML that is safe to send. */
export interface Letter {
  subject: string
  paragraphs: { text: string; html: string }[]
  button: { label: string; url: string }
}

/** Whom a mail is for, and what stands around its words. */
export interface Around {
  /** The recipient's name. */
  name: string
  conference: string
  /** Empty: there is none. */
  supportEmail: string
  /** The page that ends mails of this kind; none where nobody can turn them off. */
  fewer?: string | undefined
}

/**
 * A message in the words in force. Values are put in once and escaped: whatever a person typed is neither a
 * placeholder nor a tag nor a header.
 */
export function letterOf({ kind, values, url }: Message, text: MailText, around: Around): Letter {
  const { name, conference, supportEmail } = around
  // Never nothing: a paragraph that says whom to write to may say more that must not be left out.
  const support = supportEmail || 'the organisers'
  const all: Readonly<Record<string, string>> = { ...values, name, conference, support }
  const valueFor = (key: string) => {
    const value = straight(all[key] ?? `{${key}}`)
    return kind.placeholders[key]?.kind === 'line' ? oneLine(value) : value
  }
  return {
    subject: oneLine(filled(text.subject, valueFor)),
    paragraphs: paragraphsIn(text.body, all, kind.placeholders).map((paragraph) => ({
      text: filled(paragraph, valueFor),
      html: filled(withLinks(paragraph), (key) => asHtml(valueFor(key), kind.placeholders[key])),
    })),
    button: { label: oneLine(filled(text.button, valueFor)), url },
  }
}

/** Words that hold no placeholders any more: a held mail's, as an organiser changed them. */
export function letterFrom(subject: string, body: string, button: Letter['button']): Letter {
  return {
    subject: oneLine(subject),
    paragraphs: paragraphsIn(body, {}, {}).map((text) => ({ text, html: withLinks(text) })),
    button,
  }
}

/** What stands for a placeholder: what others typed holds no links, whatever they wrote. */
function asHtml(value: string, placeholder: Placeholder | undefined): string {
  if (placeholder?.kind === 'link') return linked(value)
  return placeholder?.byOrganiser ? withLinks(value) : escapeHtml(value)
}

/** Text of which each line that is an address can be followed. */
function linked(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^https?:\/\/\S+$/.test(line) ? linkTo(line) : escapeHtml(line)))
    .join('\n')
}

/** Text that may stand in a header: no line break or other control character can begin a header of its own. */
export function oneLine(text: string): string {
  return onOneLine(straight(text)).trim()
}

/**
 * Without the unseen marks that turn the direction of what follows: a title must not flip the sentence that it stands in.
 * The direction that letters have by themselves is left alone (UAX #9, explicit formatting characters).
 */
function straight(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
