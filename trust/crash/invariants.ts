import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'
import { files } from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { keptWrongly } from '#tests/kept.ts'

/** What must hold in every database, each as a query of what breaks it: `id`. */
const rules: Readonly<Record<string, string>> = {
  'a submission stands where its history ends': `select s.id from submissions s where s.stage is distinct from
    (select e.to_stage from submission_events e where e.submission_id = s.id order by e.at desc, e.id desc limit 1)`,
  'each event begins where the one before ended': `select submission_id as id from (
    select submission_id, from_stage, lag(to_stage) over (partition by submission_id order by at, id) as before
    from submission_events) e where from_stage is distinct from before`,
  'a submission has a file': `select s.id from submissions s where s.deleted_at is null
    and not exists (select 1 from versions v where v.submission_id = s.id and v.part = 'abstract' and v.retired_at is null)`,
  'a paper has a file': `select s.id from submissions s where s.deleted_at is null and s.paper_round > 0
    and not exists (select 1 from versions v where v.submission_id = s.id and v.part = 'paper' and v.retired_at is null)`,
  'complete means paid': `select s.id from submissions s where (s.stage = 'complete') is distinct from exists (
    select 1 from payments p where p.submission_id = s.id and p.verified_at is not null and p.reopened_at is null)`,
  'a verified payment has one receipt': `select p.submission_id as id from payments p
    where p.verified_at is not null and p.reopened_at is null and 1 <> (
      select count(*) from receipts r where r.payment_id = p.id and r.voided_at is null)`,
  'what happened stands in the activity': `select e.submission_id as id from submission_events e
    where not exists (select 1 from activity a where a.submission_id = e.submission_id)`,
  'a file of a version is of the size and hash that its key says': `select id::text from files
    where storage_key <> substr(sha256, 1, 2) || '/' || substr(sha256, 3, 2) || '/' || sha256`,
}

/** What is not so in a database and its stored files, in words; nothing when all holds. */
export async function violations(db: Db, store: BlobStore): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await rowsOf<{ id: string }>(db, sql.raw(query))
    if (rows.length > 0)
      found.push(
        `not so: ${rule} (${rows
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')})`,
      )
  }
  for (const wrong of await keptWrongly(db)) found.push(`kept wrongly: ${JSON.stringify(wrong)}`)
  for (const { storageKey, sha256 } of await db.select().from(files)) {
    const is = await hashOf(store, storageKey).catch(() => 'not there')
    if (is !== sha256) found.push(`the bytes of ${storageKey} are ${is}`)
  }
  return found
}

async function hashOf(store: BlobStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await store.open(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
