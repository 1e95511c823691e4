import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/core/config.ts'
import type { World } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import type { Database } from '#server/db/open.ts'
import { emails } from '#server/db/schema.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { composeMail } from './compose-mail.ts'
import { sendMail } from './send-mail-kind.ts'
import { answerLine, isRefusedForGood, wordsOf } from './smtp-refusal.ts'

interface Needs {
  database: Database
  world: () => World
  transport: Transporter | undefined
}

type Mail = typeof emails.$inferSelect

/** Longer than a mail server may take for its answer (see transport.ts). */
const CLAIM_MS = 15 * 60_000

/**
 * Sends a queued mail and notes what the server said (decisions.md §10). No transaction is open while it talks to the
 * server; a claim keeps every other try away meanwhile. A mail already sent is left alone; one refused for good is
 * failed at once, anything else is tried again.
 */
export function sendMailHandler({ database: { db }, world, transport }: Needs): JobHandler {
  /** What the server said to mails that it took: should the note fail, the next try writes it and sends nothing. */
  const taken = new Map<string, string>()
  const noteTaken = async (id: string): Promise<boolean> => {
    const answer = taken.get(id)
    if (answer === undefined) return false
    await note(db, id, { state: 'sent', sentAt: world().now, lastAnswer: answer })
    taken.delete(id)
    return true
  }

  return handlerFor(sendMail, async ({ emailId }, attempt) => {
    if (await noteTaken(emailId)) return
    const mail = await claim(db, emailId, world().now)
    if (mail === undefined) return
    if (transport === undefined) {
      await note(db, emailId, { state: 'kept', lastAnswer: 'No SMTP_URL is set; the message was kept here.' })
      return
    }
    try {
      taken.set(emailId, await sendThrough(transport, mail, db, world().config))
    } catch (error) {
      const final = attempt.last || isRefusedForGood(error)
      await note(db, emailId, { state: final ? 'failed' : 'queued', lastAnswer: wordsOf(error) })
      if (final) return
      throw error
    }
    await noteTaken(emailId)
  })
}

/** Hands the mail to the server; gives its yes. Throws its no, or what kept us from asking. */
async function sendThrough(transport: Transporter, mail: Mail, db: Db, config: Config): Promise<string> {
  const { settings } = await settingsInForce(db, config)
  const said: { response?: string | undefined } = await transport.sendMail(
    composeMail(mail, settings, config),
  )
  return answerLine(said.response ?? '')
}

/** The mail, if it waits to be sent and nobody else is sending it. Throws, to be tried later, if somebody is. */
async function claim(db: Db, id: string, now: Date): Promise<Mail | undefined> {
  const free = or(isNull(emails.claimedUntil), lte(emails.claimedUntil, now))
  const [mail] = await db
    .update(emails)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS), attempts: sql`${emails.attempts} + 1` })
    .where(and(eq(emails.id, id), eq(emails.state, 'queued'), free))
    .returning()
  if (mail !== undefined) return mail
  const [row] = await db.select({ state: emails.state }).from(emails).where(eq(emails.id, id))
  if (row?.state === 'queued') throw new Error('The mail is being sent already.')
  return undefined
}

/** Writes what became of a try and gives the claim back. */
async function note(db: Db, id: string, change: Partial<typeof emails.$inferInsert>): Promise<void> {
  await db
    .update(emails)
    .set({ ...change, claimedUntil: null })
    .where(eq(emails.id, id))
}
