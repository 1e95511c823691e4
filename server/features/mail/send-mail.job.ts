import type { Transporter } from 'nodemailer'
import { system } from '#server/core/actor.ts'
import type { World } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import type { Database } from '#server/db/open.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { noted } from '#server/jobs/work-off.ts'
import type { HeaderLine } from '#shared/mail/states.ts'
import type { Afresh } from './afresh.ts'
import type { Attach } from './attach.ts'
import { claim, holdClaim, type Mail, noteTry, type Tried } from './claim.ts'
import { composeMail } from './compose-mail.ts'
import { headerLines } from './header-lines.ts'
import { wordsAfterWaiting } from './held-mails.ts'
import { unsealed } from './sealed.ts'
import { sendMail } from './send-mail-kind.ts'
import { answerLine, isRefusedForGood, wordsOf } from './smtp-refusal.ts'
import { isGivenUp } from './waiting.ts'

interface Needs {
  database: Database
  world: () => World
  transport: Transporter | undefined
  attach: Attach
  /** What mails that were put off would say if they were written now. */
  afresh: Afresh
  /** How long a server may take over one mail, however it answers meanwhile. */
  sendingMs?: number
}

/** As long as the waits that RFC 5321 §4.5.3.2 asks for take together, and a little more. */
const SENDING_MS = 30 * 60_000

/**
 * Sends a queued mail and notes what the server said (decisions.md §10). No transaction is open while it talks to the
 * server; a claim keeps every other try away meanwhile, and until its yes is noted. A mail already sent is left alone; one
 * refused for good is failed at once, anything else is tried again until the mail is given up.
 */
export function sendMailHandler(needs: Needs): JobHandler {
  const { database, world, transport, attach, afresh, sendingMs = SENDING_MS } = needs
  const { db } = database
  /** What the server said to mails that it took: should the note fail, the next try writes it and sends nothing. */
  const taken = new Map<string, { answer: string; tried: Tried | undefined; wentTo: string }>()
  /** Of those, the notes that are being written: one sending makes one note, whoever else comes for it meanwhile. */
  const noting = new Map<string, Promise<void>>()
  const noteTaken = async (id: string, stopped?: AbortSignal): Promise<boolean> => {
    const said = taken.get(id)
    if (said === undefined) return false
    const write = () => {
      const { now } = world()
      return noteTry(db, id, now, { state: 'sent', deed: 'sent', ...said, sentAt: now })
    }
    const note =
      noting.get(id) ??
      noted(write, stopped)
        .then(() => void taken.delete(id))
        .finally(() => noting.delete(id))
    noting.set(id, note)
    await note
    return true
  }

  /** Hands a mail to the server. Notes its no, which is thrown where another try follows; its yes is yet to be noted. */
  const isTaken = async (mail: Mail, by: Transporter): Promise<boolean> => {
    const { id, messageId, toAddress } = mail
    let tried: Tried | undefined
    const signal = AbortSignal.timeout(sendingMs)
    try {
      const way = { transport: by, attach, db, signal }
      const answer = await sendThrough(way, mail, world(), (headers) => {
        tried = { messageId, headers }
      })
      taken.set(id, { answer, tried, wentTo: toAddress })
      return true
    } catch (error) {
      const final = isRefusedForGood(error) || (await isGivenUp(db, mail, world().now))
      const outcome = final
        ? ({ state: 'failed', deed: 'failed' } as const)
        : ({ state: 'queued', deed: 'put_off' } as const)
      const answer = signal.aborted ? TOO_SLOW : wordsOf(error)
      await noteTry(db, id, world().now, { ...outcome, answer, tried })
      if (final) return false
      throw error
    }
  }

  return handlerFor(sendMail, async ({ emailId }, { stopped }) => {
    if (await noteTaken(emailId, stopped)) return
    const mail = await claim(db, emailId, world().now, (tx, waited) =>
      wordsAfterWaiting({ ...world(), tx, actor: system, origin: nowhere }, afresh, waited),
    )
    if (mail === undefined) return
    if (transport === undefined) {
      const answer = 'No SMTP_URL is set; the message was kept here.'
      await noteTry(db, emailId, world().now, { state: 'kept', deed: 'kept', answer })
      return
    }
    const release = holdClaim(db, emailId, () => world().now)
    try {
      if (await isTaken(mail, transport)) await noteTaken(emailId, stopped)
    } finally {
      release()
    }
  })
}

/** No request brings it. */
const nowhere = { address: '', device: '' }

const TOO_SLOW = 'The server took too long; the message may have arrived.'

interface Way {
  transport: Transporter
  attach: Attach
  db: Db
  /** Ends the conversation with the server. */
  signal: AbortSignal
}

/** Hands the mail to the server, and says what it is given; gives its yes. Throws its no, or what kept us from asking. */
async function sendThrough(
  { transport, attach, db, signal }: Way,
  mail: Mail,
  { config, now, secrets }: World,
  note: (headers: HeaderLine[]) => void,
): Promise<string> {
  const { settings } = await settingsInForce(db, config)
  note(headerLines(mail, settings, config, now))
  const file = mail.attached === null ? undefined : await attach(mail.attached)
  const attachments =
    file === undefined ? [] : [{ filename: file.fileName, contentType: file.mime, content: file.bytes }]
  const said: { response?: string | undefined } = await transport.sendMail({
    ...composeMail(unsealed(secrets.mail, mail), settings, config, now),
    attachments,
    signal,
  })
  return answerLine(said.response ?? '')
}
