import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrationsFolder } from './migrations-folder.ts'
import { openPglite, startPglite } from './open.ts'
import { emails } from './schema.ts'

/** The migrations up to the one before a given one, in a folder of their own. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'))
  await cp(migrationsFolder(), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const until = journal.entries.findIndex((entry) => entry.tag === tag)
  expect(until).toBeGreaterThan(0)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }))
  return folder
}

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
