import { createHash } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { emails } from '#server/db/schema.ts'
import type { Portal } from '#server/http/portal.ts'
import { escapeHtml } from './html.ts'
import { unsealed } from './sealed.ts'

const LINK = /https?:\/\/[^\s<>"]+/g
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Mail = typeof emails.$inferSelect

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
pre { white-space: pre-wrap; font: inherit; border: 1px solid #ddd; padding: 1rem }
iframe { width: 100%; height: 32rem; border: 1px solid #ddd }
.list { list-style: none; padding: 0 } .list li { padding: .5rem 0; border-bottom: 1px solid #ddd }
`
/** These pages run nothing and have this one style. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
/** A mail has its styles in its elements, as mail programs want them; it runs nothing, and its links open elsewhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * /dev/mail, outside production alone: the last hundred mails, newest first, and each as text with its links and as
 * the HTML that a mail program shows (decisions.md §9, §11).
 */
export function devMailPage(portal: Portal): void {
  const { db } = portal.database
  const find = async (id: string): Promise<Mail | undefined> => {
    if (!UUID.test(id)) return undefined
    const [mail] = await db.select().from(emails).where(eq(emails.id, id))
    return mail && unsealed(portal.world().secrets.mail, mail)
  }
  portal.http.get('/dev/mail', async (_request, reply) => {
    const rows = await db.select().from(emails).orderBy(desc(emails.createdAt), desc(emails.id)).limit(100)
    const list =
      rows.length === 0 ? '<p>No mail yet.</p>' : `<ol class="list">${rows.map(entry).join('')}</ol>`
    return answer(reply, 200, page('Mail', list))
  })
  portal.http.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = await find(request.params.id)
    return mail === undefined
      ? answer(reply, 404, page('Mail', '<p>No such mail. <a href="/dev/mail">All mail</a></p>'))
      : answer(reply, 200, page(mail.subject, oneMail(mail)))
  })
  portal.http.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const mail = await find(request.params.id)
    const html = mail?.html.replace('<head>', '<head><base target="_blank">')
    return answer(reply, html === undefined ? 404 : 200, html ?? '', MAIL_POLICY)
  })
}

function entry(mail: Mail): string {
  return `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>to ${recipient(mail)} · ${mail.createdAt.toISOString()} · ${mail.state}</small></li>`
}

function oneMail(mail: Mail): string {
  const text = escapeHtml(mail.text).replace(LINK, (url) => `<a href="${url}">${url}</a>`)
  const said = mail.lastAnswer === null ? '' : ` · ${escapeHtml(mail.lastAnswer)}`
  return `<p><a href="/dev/mail">All mail</a></p>
<p>To ${recipient(mail)}<br><small>${mail.createdAt.toISOString()} · ${mail.state}${said}</small></p>
<pre>${text}</pre>
<h2>As HTML</h2>
<iframe title="The mail as HTML" src="/dev/mail/${mail.id}/html"></iframe>`
}

function recipient({ toName, toAddress }: Mail): string {
  return escapeHtml(toName === '' ? toAddress : `${toName} <${toAddress}>`)
}

function answer(reply: FastifyReply, status: number, html: string, policy = PAGE_POLICY): FastifyReply {
  const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': policy }
  return reply.status(status).headers(headers).type('text/html; charset=utf-8').send(html)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>`
}
