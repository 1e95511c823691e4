import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived at the far end. */
export type ReceivedMail = Email & { recipient: string }

/** A real SMTP server on this machine that keeps what it is sent. */
export async function openSmtpPeer() {
  const received: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  /** When set, recipients are answered with this instead of being taken. */
  let refusal: { code: number; message: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, done) {
      done(
        refusal === undefined
          ? null
          : Object.assign(new Error(refusal.message), { responseCode: refusal.code }),
      )
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({ ...mail, recipient: session.envelope.rcptTo[0]?.address ?? '' })
          for (const look of waiting) look()
          done(null)
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the SMTP peer has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    answerWith: (next: typeof refusal) => {
      refusal = next
    },
    /** The first mail that fits, now or when it comes; fails after `limitMs`. */
    next: (fits: (mail: ReceivedMail) => boolean, limitMs = 20_000): Promise<ReceivedMail> =>
      new Promise((resolve, reject) => {
        const settle = (mail: ReceivedMail | undefined) => {
          clearTimeout(limit)
          waiting.delete(look)
          if (mail !== undefined) resolve(mail)
          else
            reject(
              new Error(`no such mail came; there were: ${received.map((one) => one.subject).join(' | ')}`),
            )
        }
        const look = () => {
          const mail = received.find(fits)
          if (mail !== undefined) settle(mail)
        }
        const limit = setTimeout(() => settle(undefined), limitMs)
        waiting.add(look)
        look()
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type SmtpPeer = Awaited<ReturnType<typeof openSmtpPeer>>
