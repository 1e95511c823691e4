import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
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

test('a database that the portal wrote breaks no rule', async () => {
  expect(Object.keys(rules).length).toBeGreaterThanOrEqual(30)
  expect(await brokenRules(t.database.db)).toEqual([])
})

test('a file that is gone, cut or cannot be read is told, one that is whole is not, nor any where the store is away', async () => {
  const bytes = Buffer.from('whole')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const rows = await t.database.db.select().from(files)
  const [first] = rows
  await t.database.db.update(files).set({ size: bytes.length, sha256 })
  await t.database.db
    .update(files)
    .set({ storageKey: 'cut' })
    .where(eq(files.id, first?.id ?? ''))
  const said: Record<string, Buffer | Error> = { cut: bytes.subarray(1) }
  const store = {
    open: async (key: string) => {
      const found = said[key]
      if (found instanceof Error) throw found
      return Readable.from([found ?? bytes])
    },
  }
  let count = 0
  const look = () => brokenFiles(t.database.db, store, (all) => (count = all))
  expect((await look()).join()).toContain('the bytes of cut are 4 of sha256')
  expect(count).toBeGreaterThan(1)
  said['cut'] = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  expect(await look()).toEqual(['the bytes of cut are not there'])
  said['cut'] = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  expect(await look()).toEqual(['the bytes of cut cannot be read: EIO: i/o error, read'])
  said['cut'] = new AppError('unavailable', 'The store of files does not answer.')
  await expect(look()).rejects.toThrow('The store of files does not answer.')
  said['cut'] = bytes
  expect(await look()).toEqual([])
  for (const { id, size, sha256: before, storageKey } of rows)
    await t.database.db.update(files).set({ size, sha256: before, storageKey }).where(eq(files.id, id))
})
