import { desc, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { emails } from '#server/db/schema.ts'
import type { Portal } from '#server/http/portal.ts'
import { escapeHtml } from './letter.ts'

const LINK = /https?:\/\/[^\s<>"]+/g
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Mail = typeof emails.$inferSelect

/**
 * /dev/mail, outside production alone: the last hundred mails, newest first, and each as text with its links and as
 * the HTML that a mail program shows (decisions.md §9, §11).
 */
export function devMailPage(portal: Portal): void {
  const { db } = portal.database
  portal.http.get('/dev/mail', async (_request, reply) => {
    const rows = await db.select().from(emails).orderBy(desc(emails.createdAt), desc(emails.id)).limit(100)
    const list =
      rows.length === 0 ? '<p>No mail yet.</p>' : `<ol class="list">${rows.map(entry).join('')}</ol>`
    return answer(reply, 200, page('Mail', list))
  })
  portal.http.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const { id } = request.params
    const [mail] = UUID.test(id) ? await db.select().from(emails).where(eq(emails.id, id)) : []
    return mail === undefined
      ? answer(reply, 404, page('Mail', '<p>No such mail. <a href="/dev/mail">All mail</a></p>'))
      : answer(reply, 200, page(mail.subject, oneMail(mail)))
  })
}

function entry(mail: Mail): string {
  return `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>to ${recipient(mail)} · ${mail.createdAt.toISOString()} · ${mail.state}</small></li>`
}

function oneMail(mail: Mail): string {
  const text = escapeHtml(mail.text).replace(LINK, (url) => `<a href="${url}">${url}</a>`)
  const said = mail.lastAnswer === null ? '' : ` · ${escapeHtml(mail.lastAnswer)}`
  // The frame runs nothing; its links open in a tab of their own.
  const framed = mail.html.replace('<head>', '<head><base target="_blank">')
  return `<p><a href="/dev/mail">All mail</a></p>
<p>To ${recipient(mail)}<br><small>${mail.createdAt.toISOString()} · ${mail.state}${said}</small></p>
<pre>${text}</pre>
<h2>As HTML</h2>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>`
}

function recipient({ toName, toAddress }: Mail): string {
  return escapeHtml(toName === '' ? toAddress : `${toName} <${toAddress}>`)
}

function answer(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.status(status).header('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(html)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
pre { white-space: pre-wrap; font: inherit; border: 1px solid #ddd; padding: 1rem }
iframe { width: 100%; height: 32rem; border: 1px solid #ddd }
.list { list-style: none; padding: 0 } .list li { padding: .5rem 0; border-bottom: 1px solid #ddd }
</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>`
}
