import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'
import { submissions } from '#server/db/schema.ts'
import { paperIdOf } from '#shared/core/ids.ts'
import { compactId, paperIdsIn } from '#shared/core/paper-ids.ts'

/** Makes the papers of a filled desk such as can be paid, their ids with a fitting check character; gives the ids of some that await payment. */
export async function papersToPay(db: Db, count: number): Promise<string[]> {
  const serials = await rowsOf<{ serial: number; stage: string }>(
    db,
    sql`select serial, stage from ${submissions} order by serial`,
  )
  const ids = serials.map(({ serial, stage }) => ({ serial, stage, paperId: paperIdOf(2026, serial) }))
  await db.execute(sql`alter table submissions disable trigger user`)
  await db.execute(sql`update submissions set paper_id = made."paperId"
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as made(serial int, "paperId" text)
    where submissions.serial = made.serial`)
  await db.execute(sql`alter table submissions enable trigger user`)
  // As if every abstract had been read: a portal that starts would read them all beside what is measured.
  await db.execute(
    sql`insert into submission_texts (submission_id, read_at) select id, now() from submissions`,
  )
  const known = new Set(ids.map(({ paperId }) => compactId(paperId)))
  // From 10,000 submissions on one id may begin like a shorter one: such lines ask which is meant.
  const due = ids.filter(
    ({ stage, paperId }) =>
      stage === 'awaiting_payment' && paperIdsIn(paperId, (id) => known.has(id)).papers.length === 1,
  )
  if (due.length < count) throw new Error(`${due.length} papers await payment, not ${count}`)
  return due.slice(0, count).map(({ paperId }) => paperId)
}
