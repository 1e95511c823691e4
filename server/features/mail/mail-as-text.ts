import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { emails } from '#server/db/schema.ts'
import { mailDate, wholeHeader } from './header-lines.ts'
import { withoutSecrets } from './sealed.ts'

/**
 * A mail for its recipient's own archive: headers and plain text, its secrets hidden; without a date of sending, when it was
 * queued. Undefined: there is none any more.
 */
export async function mailAsText(db: Db, id: string): Promise<string | undefined> {
  const [mail] = await db.select().from(emails).where(eq(emails.id, id))
  if (mail === undefined) return undefined
  const lines = wholeHeader(mail, mail.headers ?? [])
  if (!lines.some(({ name }) => name === 'Date'))
    lines.push({ name: 'Queued', value: mailDate(mail.createdAt) })
  const headers = lines.map(({ name, value }) => `${name}: ${value}\n`)
  return `${headers.join('')}\n${withoutSecrets(mail.text, mail.secrets)}\n`
}
