import { eq, sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import type { World } from '#server/core/ctx.ts'
import type { Database } from '#server/db/open.ts'
import { emails } from '#server/db/schema.ts'
import { loadSettings } from '#server/features/settings/load-settings.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { sendMail } from './send-mail-kind.ts'

interface Needs {
  database: Database
  world: () => World
  transport: Transporter | undefined
}

/** Messages that nobody can turn off: no List-Unsubscribe (decisions.md §10). */
const essential =
  /^(verify_email|already_registered|reset_password|password_changed|invitation|role_changed|abstract_(approve|request_change|decline)|paper_(approve|request_change|decline)|payment_.*)$/

/**
 * Sends a queued mail and notes what the server said. No transaction is open while it talks to the server. A mail
 * already sent is left alone; one refused for good is failed at once, anything else is tried again.
 */
export function sendMailHandler({ database, world, transport }: Needs): JobHandler {
  return handlerFor(sendMail, async ({ emailId }, attempt) => {
    const [mail] = await database.db.select().from(emails).where(eq(emails.id, emailId))
    if (mail === undefined || mail.state === 'sent' || mail.state === 'failed') return
    const note = async (change: Partial<typeof emails.$inferInsert>) => {
      await database.db
        .update(emails)
        .set({ ...change, attempts: sql`${emails.attempts} + 1` })
        .where(eq(emails.id, emailId))
    }
    if (transport === undefined) {
      await note({ state: 'kept', lastAnswer: 'No SMTP_URL is set; the message was kept here.' })
      return
    }
    try {
      const answer: { response?: string | undefined } = await transport.sendMail(
        await envelope(mail, database, world()),
      )
      await note({ state: 'sent', sentAt: world().now, lastAnswer: answer.response ?? '' })
    } catch (error) {
      const final = attempt.last || isRefusedForGood(error)
      await note({ state: final ? 'failed' : 'queued', lastAnswer: wordsOf(error) })
      if (!final) throw error
    }
  })
}

async function envelope(mail: typeof emails.$inferSelect, database: Database, { config }: World) {
  const { settings, revision } = await loadSettings(database.db)
  const supportEmail = revision === 0 ? (config.supportEmail ?? settings.supportEmail) : settings.supportEmail
  return {
    from: config.mailFrom ?? { name: settings.conferenceName, address: supportEmail },
    replyTo: supportEmail,
    to: { name: mail.toName, address: mail.toAddress },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.createdAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(essential.test(mail.kind)
        ? {}
        : { 'List-Unsubscribe': `<mailto:${supportEmail}?subject=unsubscribe>` }),
    },
  }
}

/** A 5xx answer to the recipient or the message itself (RFC 5321 §4.2.1): trying again would change nothing. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  const { responseCode } = error
  const onCommand = 'command' in error ? String(error.command) : ''
  return typeof responseCode === 'number' && responseCode >= 500 && /RCPT|DATA|MAIL/.test(onCommand)
}

function wordsOf(error: unknown): string {
  const response = error instanceof Error && 'response' in error ? error.response : undefined
  const words =
    typeof response === 'string' ? response : error instanceof Error ? error.message : String(error)
  return words.slice(0, 1000)
}
