import type { ReceivedMail } from '#tests/smtp-peer.ts'
import type { Bench } from '../trial.ts'
import { Known } from './scene.ts'

/** Names of elements with those of their attributes, as a reader of HTML finds them. */
function elementsOf(html: string): string[] {
  return [...html.matchAll(/<\s*([a-z!/][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)/gi)].map(
    ([, name = '', rest = '']) => {
      const attributes = [...rest.matchAll(/([\w-]+)\s*=/g)].map(([, one]) => one)
      return `${name.toLowerCase()} ${attributes.join(' ')}`
    },
  )
}

const headersOf = ({ headers }: ReceivedMail) => headers.map(({ key }) => key)
/** What a header shows that no reader sees: an escape's beginning, another direction, another line. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Mails as they arrive: what a harmless one holds, and what another may not hold beside. */
export class Mails {
  private readonly elements = new Known()
  private readonly headers = new Known()
  private from: string | undefined

  learn(mails: readonly ReceivedMail[], { tried }: Bench): void {
    for (const mail of mails) {
      this.elements.learn(elementsOf(mail.html ?? ''))
      this.headers.learn(headersOf(mail))
      this.from = mail.from?.address
    }
    tried(this.elements.size < 5 ? 'the harmless mails did not come' : undefined)
  }

  check(mail: ReceivedMail, { tried }: Bench): void {
    const subject = mail.subject ?? ''
    const strange = this.elements.strange(elementsOf(mail.html ?? ''))
    tried(strange && `“${subject}” holds ${strange}`)
    const added = this.headers.strange(headersOf(mail).filter((name) => !name.startsWith('list-')))
    tried(added && `“${subject}” has the headers ${added}`)
    const [to, ...others] = mail.to ?? []
    const senders = [mail.from?.address, ...(mail.replyTo ?? []).map(({ address }) => address)]
    tried(
      others.length > 0 || to?.address !== mail.recipient || senders.some((one) => one !== this.from)
        ? `“${subject}” goes from ${senders.join()} to ${JSON.stringify(mail.to)}`
        : undefined,
    )
    const shown = [subject, to?.name, mail.from?.name, ...(mail.replyTo ?? []).map(({ name }) => name)]
    const unseen = shown.find((text) => UNSEEN.test(text ?? ''))
    tried(unseen && `a header is ${JSON.stringify(unseen)}`)
    const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '')
    const leading = links.filter((link) => !/^(https:\/\/portal\.example|mailto:)/.test(link))
    tried(leading.length > 0 ? `“${subject}” leads to ${leading.join(', ')}` : undefined)
    for (const { filename, mimeType } of mail.attachments)
      tried(
        mimeType === 'application/pdf' && /^R\d\d-\d{4}\.pdf$/.test(filename ?? '')
          ? undefined
          : `“${subject}” brings ${JSON.stringify(filename)}, ${mimeType}`,
      )
  }
}
