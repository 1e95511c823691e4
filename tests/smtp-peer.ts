import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived at the far end. */
export type ReceivedMail = Email & { recipient: string }

/** A refusal, and the command that gets it: RCPT where nothing is said. */
export interface SmtpRefusal {
  code: number
  message: string
  to?: 'MAIL' | 'RCPT' | 'DATA'
  /** This recipient alone; without, everybody. */
  recipient?: string
}

/** When the connection breaks: as soon as it is made, in the middle of the message, or once it is whole and before the yes. */
type BreakingOff = 'at once' | 'amid' | 'before the yes'

/** A real SMTP server on this machine that keeps what it is sent; at a port the system chooses, or at one of before. */
export async function openSmtpPeer(port = 0) {
  const received: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  let refusal: SmtpRefusal | undefined
  /** Settled unless the server is made to think about its yes. */
  let thought: Promise<void> = Promise.resolve()
  let thinkingMs = 0
  let breaking: BreakingOff | undefined
  const sockets = new Set<Socket>()
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  const refusing = (command: SmtpRefusal['to'], recipient = refusal?.recipient): Error | null =>
    refusal !== undefined &&
    (refusal.to ?? 'RCPT') === command &&
    (refusal.recipient === undefined || refusal.recipient === recipient)
      ? Object.assign(new Error(refusal.message), { responseCode: refusal.code })
      : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_address, _session, done) => done(refusing('MAIL')),
    onRcptTo: ({ address }, _session, done) => done(refusing('RCPT', address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (breaking === 'amid') breakOff()
        else chunks.push(chunk)
      })
      stream.on('end', () => {
        if (breaking === 'amid') return
        const no = refusing('DATA')
        if (no !== null) return done(no)
        PostalMime.parse(Buffer.concat(chunks))
          .then((mail) => {
            received.push({ ...mail, recipient: session.envelope.rcptTo[0]?.address ?? '' })
            for (const look of waiting) look()
            if (breaking === 'before the yes') breakOff()
            return Promise.all([thought, thinkingMs > 0 && sleep(thinkingMs)])
          })
          .then(() => done(null), done)
      })
    },
  })
  // A connection that breaks off is what some tests are about.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (breaking === 'at once') socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the SMTP peer has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    /** Refuses from now on; `undefined` takes everything again. */
    answerWith: (next: SmtpRefusal | undefined) => {
      refusal = next
    },
    /** Breaks connections off from now on; `undefined` keeps them again. */
    breakOff: (when: BreakingOff | undefined) => {
      breaking = when
    },
    /** Keeps its yes back until the function it gives is called. */
    think: (): (() => void) => {
      let release = () => {}
      thought = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    /** Thinks so long about each yes from now on. */
    thinkEach: (ms: number) => {
      thinkingMs = ms
    },
    /** The first mail that fits, now or when it comes; fails after `limitMs`. */
    next: (fits: (mail: ReceivedMail) => boolean, limitMs = 90_000): Promise<ReceivedMail> =>
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
