import { rm } from 'node:fs/promises'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrationsBefore } from '#tests/setup/migrations-before.ts'
import { startPglite } from './embedded/start-pglite.ts'
import { openPglite } from './open.ts'
import { activity, payments } from './schema.ts'

test('of reports answered before, those are said not to be there that no line answered', async () => {
  const folder = await migrationsBefore('0066_unfound_reports')
  const client = await startPglite()
  try {
    const { db: old } = await openPglite(client, undefined, folder)
    await client.exec(`
      insert into users (id, email, name, role, created_at)
        values ('00000001-0000-7000-8000-000000000001', 'ada@a.example', 'Ada', 'author', now());
      insert into submissions (id, paper_id, serial, author_id, stage, submitted_at, updated_at)
        select 'A26-000' || n, 'P26-000' || n || '-X', n, '00000001-0000-7000-8000-000000000001', 'abstract_submitted', now(), now()
        from generate_series(1, 4) n;
      insert into payments (id, submission_id, reported_at, answered_at)
        select ('000000aa-0000-7000-8000-00000000000' || n)::uuid, 'A26-000' || n, '2026-03-01Z', answered::timestamptz
        from (values (1, '2026-03-02Z'), (2, '2026-03-02Z'), (3, '2026-03-02Z'), (4, null)) as made(n, answered);
      insert into bank_lines (id, hash, occurrence, submission_id, use, amount, payer, text, imported_at, imported_by)
        select ('000000bb-0000-7000-8000-00000000000' || n)::uuid, n::text, 1, 'A26-000' || n, 'note', 100, '', '', at::timestamptz,
          '00000001-0000-7000-8000-000000000001'
        from (values (1, '2026-03-02Z'), (3, '2026-03-05Z')) as made(n, at)`)
    const noted = await old.$count(activity)
    const { db } = await openPglite(client)
    const rows = await db.select({ unfound: payments.unfound }).from(payments).orderBy(asc(payments.id))
    expect(rows.map(({ unfound }) => unfound)).toEqual([false, true, true, false])
    // Nobody did it.
    expect(await db.$count(activity)).toBe(noted)
  } finally {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
})
