import { desc, eq } from 'drizzle-orm'
import { emails } from '#server/db/schema.ts'
import type { Portal } from '#server/http/portal.ts'
import { escapeHtml } from './render-mail.ts'

const LINK = /https?:\/\/[^\s<>"]+/g

/** /dev/mail, outside production alone: the last hundred mails, newest first, with their links (decisions.md §9). */
export function devMailPage(portal: Portal): void {
  const { db } = portal.database
  portal.http.get('/dev/mail', async (_request, reply) => {
    const rows = await db.select().from(emails).orderBy(desc(emails.createdAt), desc(emails.id)).limit(100)
    const items = rows.map(
      (mail) =>
        `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>to ${escapeHtml(mail.toAddress)} · ${mail.createdAt.toISOString()} · ${mail.state}</small></li>`,
    )
    return reply.type('text/html; charset=utf-8').send(page('Mail', `<ol>${items.join('')}</ol>`))
  })
  portal.http.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const id = /^[0-9a-f-]{36}$/.test(request.params.id) ? request.params.id : undefined
    const [mail] = id === undefined ? [] : await db.select().from(emails).where(eq(emails.id, id))
    if (mail === undefined)
      return reply.status(404).type('text/html').send(page('Mail', '<p>No such mail.</p>'))
    const text = escapeHtml(mail.text).replace(LINK, (url) => `<a href="${url}">${url}</a>`)
    const body = `<p><a href="/dev/mail">All mail</a></p><p>To ${escapeHtml(mail.toName)} &lt;${escapeHtml(mail.toAddress)}&gt;</p><pre>${text}</pre>`
    return reply.type('text/html; charset=utf-8').send(page(mail.subject, body))
  })
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><body style="font:16px/1.5 system-ui;max-width:45rem;margin:2rem auto;padding:0 1rem"><h1>${escapeHtml(title)}</h1>${body}<style>pre{white-space:pre-wrap;font:inherit}</style></body></html>`
}
