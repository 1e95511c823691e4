import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { rowsInOne } from './rows-in-one.ts'
import { emails } from './schema.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

type Row = typeof emails.$inferInsert

const least = (): Row => ({
  id: randomUUID(),
  kind: 'welcome',
  toAddress: 'Zoë@conference.example',
  subject: 'Line\nbreak, "quotes", \'apostrophes\', {braces}, \t and $1',
  text: String.raw`C:\new\ud83dfolder \\ud800 \u0041`,
  html: '<p>😀 & co</p>',
  messageId: '<1@portal.example>',
  state: 'kept',
  createdAt: new Date('2026-03-29T01:02:03.456Z'),
})
const whole = (): Row => ({
  ...least(),
  toName: 'Zoë',
  body: 'Words',
  button: { label: 'Go "on"', url: 'https://portal.example/?a=1&b=\\' },
  secrets: ['a,b', '{c}', 'd"e\\f', 'null', ''],
  unsubscribe: null,
  attempts: 3,
  lastAnswer: '250 OK',
  sentAt: new Date(0),
})

test('rows that are written as one parameter are those that are written cell by cell, with the same defaults', async () => {
  const rows = [least(), whole(), { ...least(), button: null, sentAt: undefined }]
  const cellByCell = rows.map((row) => ({ ...row, id: randomUUID() }))
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id)
  await t.database.db.insert(emails).select(rowsInOne(emails, rows))
  await t.database.db.insert(emails).values(cellByCell)
  const read = async (of: readonly { id: string }[]) => {
    const found = await t.database.db
      .select()
      .from(emails)
      .where(inArray(emails.id, ids(of)))
    return of.map(({ id }) => ({ ...found.find((row) => row.id === id), id: 'either' }))
  }
  expect(await read(rows)).toEqual(await read(cellByCell))
  const [first] = await read(rows)
  expect(first).toMatchObject({ text: rows[0]?.text, secrets: [], attempts: 0, toName: '', button: null })
})

test('half of a pair of code units is written as every other parameter writes it', async () => {
  const row = { ...whole(), subject: `half \ud83d, a backslash before half \\\ud83d and a pair 😀` }
  await t.database.db.insert(emails).select(rowsInOne(emails, [row]))
  const [written] = await t.database.db
    .select({ subject: emails.subject, asParameter: sql<string>`${row.subject}::text` })
    .from(emails)
    .where(inArray(emails.id, [row.id]))
  expect(written?.subject).toBe('half \ufffd, a backslash before half \\\ufffd and a pair 😀')
  expect(written?.asParameter).toBe(written?.subject)
})
