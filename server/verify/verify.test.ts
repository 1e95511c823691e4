import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#server/db/schema.ts'
import { deleteAbstract } from '#shared/submissions/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { brokenFiles } from './broken-files.ts'
import { brokenRules } from './broken-rules.ts'
import { rules } from './rules.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
  const cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  await submissionAt(t, 'complete', cast)
  await submissionAt(t, 'reviewer_declined', cast)
  await submissionAt(t, 'withdrawn', cast)
  const gone = await submissionAt(t, 'abstract_submitted', cast)
  const deleted = await t.call(deleteAbstract, { as: cast.author.token, params: gone })
  expect(deleted.status).toBe(200)
})
afterAll(() => t.close())

/** What a database says that was spoiled, and is not any more. */
async function after(spoil: (db: TestPortal['database']['db']) => Promise<unknown>): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  await t.database.db
    .transaction(async (tx) => {
      await spoil(tx)
      found = await brokenRules(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found
}

test('a database that the portal wrote breaks no rule', async () => {
  expect(Object.keys(rules).length).toBeGreaterThanOrEqual(30)
  expect(await brokenRules(t.database.db)).toEqual([])
})

test.each([
  ['a mail is sent when it says so', sql`update emails set state = 'sent', sent_at = null`],
  ['a file is where its hash says', sql`update files set storage_key = 'elsewhere'`],
  ['what is handed in is a PDF', sql`update files set mime = 'text/html'`],
  ['a submission has a file', sql`update versions set retired_at = created_at where part = 'abstract'`],
  ['a paper has a file', sql`update versions set retired_at = created_at where part = 'paper'`],
  ['versions are counted from one, without a gap', sql`update versions set number = 3`],
  [
    'nobody reviews what they wrote',
    sql`update assignments set reviewer_id =
    (select author_id from submissions s where s.id = submission_id)`,
  ],
  ['what happened stands in the activity', sql`truncate activity`],
  ['only what the author deleted is gone', sql`update submissions set deleted_at = updated_at`],
  [
    'who takes a second step has an app or a passkey, and who has one takes it',
    sql`update users set second_factor_since = created_at`,
  ],
  [
    'an assignment that ended for a conflict left one',
    sql`update assignments set ended_at = assigned_at,
    ended_how = 'conflict'`,
  ],
])('%s: a database in which it is not so is told of', async (rule, spoil) => {
  expect((await after((db) => db.execute(spoil))).join()).toContain(`not so: ${rule} (`)
})

test('a file that is gone, one that was changed and one that was cut are told, one that is whole is not', async () => {
  const bytes = Buffer.from('whole')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const rows = await t.database.db.select().from(files)
  const [first] = rows
  await t.database.db.update(files).set({ size: bytes.length, sha256 })
  await t.database.db
    .update(files)
    .set({ storageKey: 'cut' })
    .where(eq(files.id, first?.id ?? ''))
  const said: Record<string, Buffer | undefined> = { cut: bytes.subarray(1) }
  const store = {
    open: async (key: string) => {
      const found = key in said ? said[key] : bytes
      if (found === undefined) throw new Error('not there')
      return Readable.from([found])
    },
  }
  let count = 0
  const look = () => brokenFiles(t.database.db, store, (all) => (count = all))
  expect((await look()).join()).toContain('the bytes of cut are 4 of sha256')
  expect(count).toBeGreaterThan(1)
  said['cut'] = undefined
  expect(await look()).toEqual(['the bytes of cut are not there'])
  said['cut'] = bytes
  expect(await look()).toEqual([])
  for (const { id, size, sha256: before, storageKey } of rows)
    await t.database.db.update(files).set({ size, sha256: before, storageKey }).where(eq(files.id, id))
})
