import { rm } from 'node:fs/promises'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrationsBefore } from '#tests/setup/migrations-before.ts'
import { startPglite } from './embedded/start-pglite.ts'
import { openPglite } from './open.ts'
import { emails } from './schema.ts'

test('decision mails of before say whose decision they are, as their button leads there; others say nothing', async () => {
  const folder = await migrationsBefore('0036_mail_decides')
  const client = await startPglite()
  try {
    await openPglite(client, undefined, folder)
    const link = (id: string) =>
      `'{"label": "See", "url": "https://portal.example/author?abstractId=${id}&view=one"}'`
    await client.exec(`
      insert into users (id, email, name, role, created_at)
        values ('00000001-0000-7000-8000-000000000001', 'ada@a.example', 'Ada', 'author', now());
      insert into submissions (id, paper_id, serial, author_id, stage, submitted_at, updated_at)
        select 'A26-000' || n, 'P26-000' || n || '-X', n, '00000001-0000-7000-8000-000000000001', 'abstract_submitted', now(), now()
        from generate_series(1, 2) n;
      insert into emails (id, kind, to_address, subject, text, html, message_id, state, attempts, created_at, button)
        select ('000000aa-0000-7000-8000-00000000000' || n)::uuid, kind, 'ada@a.example', 's', 't', 'h', n::text, 'sent', 1, now(), button::jsonb
        from (values
          (1, 'abstract_approve', ${link('A26-0001')}),
          (2, 'paper_reopened', ${link('A26-0002')}),
          (3, 'abstract_decline', ${link('A26-0009')}),
          (4, 'abstract_received', ${link('A26-0001')}),
          (5, 'paper_decline', null)
        ) as made(n, kind, button)`)
    const { db } = await openPglite(client)
    const rows = await db.select({ decides: emails.decides }).from(emails).orderBy(asc(emails.id))
    expect(rows.map(({ decides }) => decides)).toEqual(['A26-0001', 'A26-0002', null, null, null])
  } finally {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
})
