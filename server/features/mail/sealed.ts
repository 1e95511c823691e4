import { decrypt, encrypt, isSealed } from '#server/core/sealing.ts'
import type { emails } from '#server/db/schema.ts'
import { escapeHtml } from './html.ts'

type Mail = typeof emails.$inferSelect
type Texts = Pick<Mail, 'text' | 'html' | 'body' | 'button'>

/** Around the number of a secret, where it stood in a stored text: a private character that nobody types. */
const MARK = '\uF8FF'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')
/** What is shown in a secret's place. */
export const HIDDEN = '•••••'

/**
 * A mail's texts as they are stored: whoever reads the database alone finds no PIN and no link that lets in. They are kept
 * apart, encrypted (AES-256-GCM, bound to the mail by its id), and put back in when the mail leaves.
 */
export function seal(
  key: Uint8Array,
  id: string,
  texts: Texts,
  secrets: readonly string[],
  randomBytes: (count: number) => Buffer,
): Texts & Pick<Mail, 'secrets'> {
  // The longest first: a PIN may stand in a link.
  const kept = [...new Set(secrets)].filter((one) => one !== '').sort((a, b) => b.length - a.length)
  const marked = mapTexts(texts, (text, spelt) =>
    kept.reduce((rest, secret, at) => rest.replaceAll(spelt(secret), `${MARK}${at}${MARK}`), text),
  )
  return { ...marked, secrets: kept.map((secret) => encrypt(key, id, secret, randomBytes)) }
}

/** The mail with its secrets in their places, to be sent. Throws when they were sealed with another key. */
export function unsealed<M extends Texts & Pick<Mail, 'id' | 'secrets'> & Partial<Pick<Mail, 'unsubscribe'>>>(
  key: Uint8Array,
  mail: M,
): M {
  const read = (one: string) => (isSealed(one) ? decrypt(key, mail.id, one) : one)
  const secrets = mail.secrets.map(read)
  return {
    ...mail,
    ...(mail.unsubscribe && { unsubscribe: read(mail.unsubscribe) }),
    ...mapTexts(mail, (text, spelt) => text.replace(MARKED, (_, at) => spelt(secrets[Number(at)] ?? ''))),
  }
}

/** A stored text for others than its recipient. Mails of before 0.1.0 hold their secrets in the text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '' && !isSealed(secret))
    .flatMap((secret) => [secret, escapeHtml(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text.replace(MARKED, HIDDEN))
}

/** Changes every text of a mail; `spelt` is how a secret is written in it. */
function mapTexts(
  { text, html, body, button }: Texts,
  change: (text: string, spelt: (secret: string) => string) => string,
): Texts {
  const plain = (secret: string) => secret
  return {
    text: change(text, plain),
    html: change(html, escapeHtml),
    body: change(body, plain),
    button: button && { ...button, url: change(button.url, plain) },
  }
}
