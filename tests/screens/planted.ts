import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'

/**
 * Every column that holds what somebody typed, or what a file or a bank said, and that a screen shows; `[]` is a list of
 * texts. An organiser's own mail texts are not here: they are a mail's HTML, which has a test of its own (`injection`).
 */
export const typedColumns = [
  'assignments.ended_reason',
  'assignments.override_reason',
  'bank_lines.payer',
  'bank_lines.text',
  'co_authors.name',
  'co_authors.organization',
  'conflicts.reason',
  'email_events.answer',
  'emails.last_answer',
  'emails.subject',
  'emails.to_name',
  'invitations.name',
  'notices.body',
  'notices.title',
  'payers.address',
  'payers.name',
  'payers.tax_number',
  'payments.author_note',
  'payments.note',
  'payments.reference',
  'payments.reopen_reason',
  'publications.abstract',
  'publications.title',
  'review_draft_texts.comments',
  'review_drafts.comments',
  'reviews.comments',
  'sessions.device',
  'submission_events.note',
  'submission_texts.hidden',
  'submission_texts.read_page',
  'submission_texts.read_text',
  'submission_texts.text',
  'submissions.pdf_title',
  'submissions.title',
  'submissions.topics[]',
  'users.first_name',
  'users.last_name',
  'users.name',
  'users.organization',
  'users.phone',
  'users.topics[]',
  'versions.file_name',
] as const

/** Where the contract leaves no room for all of it. */
const short = new Set<string>(['payers.tax_number'])

/** What is planted in a column: it says where it comes from, and would be an element, a script or a link of its own. */
export const plantedIn = (column: string): string =>
  short.has(column)
    ? `§${column}§<x-planted>`
    : ` §${column}§"'><x-planted></x-planted><img src=x-planted onerror=window.ran=1><script>window.ran=1</script>` +
      '<a href=javascript:window.ran=1>7</a>'

/** Writes it past the portal, and past what keeps the record as it was, behind every text that is there. */
export async function plant(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const column of typedColumns) {
      const [table = '', name = ''] = column.replace('[]', '').split('.')
      const of = sql.identifier(name)
      const text = plantedIn(column)
      const changed = column.endsWith('[]')
        ? sql`array[${text}]::text[]`
        : sql`case when ${of} = '' then ${of} else ${of} || ${text} end`
      await tx.execute(sql`update ${sql.identifier(table)} set ${of} = ${changed} where ${of} is not null`)
    }
    // What the activity keeps of before and after names people and titles too.
    const said = sql`regexp_replace(data::text, '"(title|name|reason)": "', ${`"\\1": "§activity§<x-planted></x-planted>`}, 'g')::jsonb`
    for (const name of ['before', 'after']) {
      const of = sql.identifier(name)
      await tx.execute(sql`update activity set ${of} = (select ${said} from (select ${of} as data) d)`)
    }
  })
}
