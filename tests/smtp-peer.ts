import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived at the far end. */
export type ReceivedMail = Email & { recipient: string }

/** A refusal, and the command that gets it: RCPT where nothing is said. */
export interface SmtpRefusal {
  code: number
  message: string
  to?: 'MAIL' | 'RCPT' | 'DATA'
}

/** A real SMTP server on this machine that keeps what it is sent. */
export async function openSmtpPeer() {
  const received: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  let refusal: SmtpRefusal | undefined
  /** Settled unless the server is made to think about its yes. */
  let thought: Promise<void> = Promise.resolve()
  const refusing = (command: SmtpRefusal['to']): Error | null =>
    refusal !== undefined && (refusal.to ?? 'RCPT') === command
      ? Object.assign(new Error(refusal.message), { responseCode: refusal.code })
      : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_address, _session, done) => done(refusing('MAIL')),
    onRcptTo: (_address, _session, done) => done(refusing('RCPT')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const no = refusing('DATA')
        if (no !== null) return done(no)
        PostalMime.parse(Buffer.concat(chunks))
          .then((mail) => {
            received.push({ ...mail, recipient: session.envelope.rcptTo[0]?.address ?? '' })
            for (const look of waiting) look()
            return thought
          })
          .then(() => done(null), done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the SMTP peer has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    /** Refuses from now on; `undefined` takes everything again. */
    answerWith: (next: SmtpRefusal | undefined) => {
      refusal = next
    },
    /** Keeps its yes back until the function it gives is called. */
    think: (): (() => void) => {
      let release = () => {}
      thought = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
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
