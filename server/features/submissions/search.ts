import { type SQL, sql } from 'drizzle-orm'
import { submissions } from '#server/db/schema.ts'
import { containing, containingId, holds } from '#server/db/search.ts'

/** The lists that are searched: each looks into what it shows, so that nothing else is told by being found. */
type Desk = 'abstracts' | 'papers' | 'payments'

const ofTitle = (_: string, q: string) =>
  sql`select id from submissions where paper_id ilike ${containingId(q)} or ${holds(sql`folded(title)`, q)}`
const ofAbstractId = (_: string, q: string) =>
  sql`select id from submissions where id ilike ${containingId(q)}`
const ofAuthor = (
  _: string,
  q: string,
) => sql`select s.id from submissions s join users u on u.id = s.author_id
  where ${holds(sql`u.searched`, q)}`
const ofCoAuthor = (_: string, q: string) =>
  sql`select submission_id from co_authors where ${holds(sql`searched`, q)}`
const ofFile = (_: string, q: string) =>
  sql`select submission_id from versions where ${holds(sql`folded(file_name)`, q)} and retired_at is null`
const ofPaperFile = (like: string, q: string) => sql`${ofFile(like, q)} and part = 'paper'`
const ofReference = (like: string) =>
  sql`select submission_id from payments where reference ilike ${like} and reopened_at is null`
const ofReceipt = (like: string) => sql`select submission_id from receipts where name ilike ${like}`

const searches: Record<Desk, readonly ((like: string, q: string) => SQL)[]> = {
  abstracts: [ofTitle, ofAbstractId, ofAuthor, ofCoAuthor, ofFile],
  papers: [ofTitle, ofAbstractId, ofAuthor, ofCoAuthor, ofPaperFile],
  payments: [ofTitle, ofAuthor, ofReference, ofReceipt],
}

/**
 * The condition that a submission contains what was typed. A union of small searches, each of which an index answers;
 * one condition over several tables would be asked of every row.
 */
export function found(q: string, desk: Desk): SQL {
  const like = containing(q)
  return sql`${submissions.id} in (${sql.join(
    searches[desk].map((search) => search(like, q)),
    sql` union `,
  )})`
}
