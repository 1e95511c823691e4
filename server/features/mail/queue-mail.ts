import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { emails } from '#server/db/schema.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { oneLine, renderMail } from './render-mail.ts'
import { sendMail } from './send-mail-kind.ts'

export interface Recipient {
  address: string
  name: string
}

/** Writes a mail and the job that sends it in the change's own transaction (outbox); gives the mail's id. */
export async function queueMail(ctx: Ctx, to: Recipient, message: Message): Promise<string> {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const id = ctx.newId()
  const host = new URL(ctx.config.publicUrl).hostname
  const { text, html } = renderMail(message, {
    name: to.name,
    conference: settings.conferenceName,
    supportEmail: settings.supportEmail,
  })
  await ctx.tx.insert(emails).values({
    id,
    kind: message.kind,
    toAddress: oneLine(to.address),
    toName: oneLine(to.name),
    subject: oneLine(message.subject),
    text,
    html,
    messageId: `<${id}@${host}>`,
    state: 'queued',
    createdAt: ctx.now,
  })
  await ctx.jobs.enqueue(ctx.tx, sendMail, { emailId: id })
  return id
}
