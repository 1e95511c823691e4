import { eq, like } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { emails, notices, users } from '#server/db/schema.ts'
import { AUTHOR, REVIEWER } from './crash-site.ts'
import type { Step } from './ways.ts'

const addressOf = { author: AUTHOR.email, reviewer: REVIEWER.email } as const

/** Each mail and each notification that steps must have made, once each. */
export function toldBy(steps: readonly Step[]): string[] {
  return steps.flatMap(({ tells }) => {
    if (tells === undefined) return []
    const told = `${tells.kind} to ${addressOf[tells.to]}`
    return [`mail ${told}`, `notice ${told}`]
  })
}

/** An acceptance that a kill cut off and that was paid meanwhile is sent in other words (`mail/send-mail.job.ts`); it tells the same. */
const asTold: Readonly<Record<string, string>> = { paper_approve_complete: 'paper_approve' }

/** One mail or notification, and the line that names the submission it is about. */
interface Line {
  told: string
  about: string
}

/** Every mail and notification that was written, whether it has been sent or not; about one submission where its number is given. */
export async function linesOf(db: Db, id = ''): Promise<Line[]> {
  const named = `%${id.slice(1)}%`
  const mails = await db
    .select({ kind: emails.kind, to: emails.toAddress, about: emails.subject })
    .from(emails)
    .where(like(emails.subject, named))
  const noted = await db
    .select({ kind: notices.kind, to: users.email, about: notices.title })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(like(notices.title, named))
  const lines = (what: string, all: typeof mails) =>
    all.map(({ kind, to, about }) => ({ told: `${what} ${asTold[kind] ?? kind} to ${to}`, about }))
  return [...lines('mail', mails), ...lines('notice', noted)]
}

/** What of it is about one submission: named by its own number, or its paper’s. */
export function toldOf(lines: readonly Line[], id: string): string[] {
  if (id === '') return []
  const named = new RegExp(String.raw`\b[AP]${id.slice(1)}\b`)
  return lines.flatMap(({ told, about }) => (named.test(about) ? [told] : []))
}
