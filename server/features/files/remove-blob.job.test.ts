import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
import { rowsOf } from '#server/db/db.ts'
import { IN_DOUBT_MS } from '#server/db/lock-blob.ts'
import { blobRemovals } from '#server/db/schema.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson, sessionOf } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { type BlobStore, keyOf } from './blob-store.ts'
import { openDiskStore } from './disk-store.ts'
import { removeBlobHandler } from './remove-blob.job.ts'

let t: TestPortal
let ada: MadePerson
let store: BlobStore
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  store = await openDiskStore(`${t.dataDir}/files`)
})
afterAll(() => t.close())

/** Has the job remove some bytes from a store that does as it is told here. */
const removal = (file: Buffer, remove: BlobStore['remove']) =>
  removeBlobHandler((work) => t.transact(work), { ...store, remove }).handle({
    storageKey: keyOf(createHash('sha256').update(file).digest('hex')),
  })
const submit = async (file: Buffer) => {
  // Sessions do not last as long as what is waited for here.
  const { token } = await sessionOf(t, ada.email, ada.password)
  const { status, headers, refusal } = await t.upload(submitAbstract, { as: token, file })
  return [status, headers['retry-after'], refusal?.error]
}
const noted = () =>
  t.database.db.select({ id: blobRemovals.id, key: blobRemovals.blobKey }).from(blobRemovals)
/** What a store on other machines says that does not answer. */
const silent = async () => {
  throw new AppError('unavailable', 'no answer')
}

test('bytes that the store was told to remove, and did not answer, are not taken again before it can have been', async () => {
  const file = await makePdf()
  await expect(removal(file, silent)).rejects.toThrow('no answer')
  expect(await submit(file)).toEqual([503, '5', 'unavailable'])
  // Told once more, and answered: the first word may still be under way.
  await removal(file, (key) => store.remove(key))
  expect(await submit(file)).toEqual([503, '5', 'unavailable'])
  t.clock.advance(60_000)
  expect(await submit(file)).toEqual([503, String(14 * 60), 'unavailable'])
  t.clock.advance(IN_DOUBT_MS - 60_000)
  expect(await submit(file)).toEqual([200, undefined, undefined])
  const removed: string[] = []
  await removal(file, async (key) => void removed.push(key))
  expect(removed).toEqual([])
})

test('bytes whose removal was answered are taken at once', async () => {
  const before = await noted()
  const file = await makePdf()
  await removal(file, (key) => store.remove(key))
  expect(await noted()).toEqual(before)
  expect(await submit(file)).toEqual([200, undefined, undefined])
})

test('bytes that the store refuses to remove are taken at once', async () => {
  const before = await noted()
  const file = await makePdf()
  const refused = async () => {
    throw new Error('may not')
  }
  await expect(removal(file, refused)).rejects.toThrow('may not')
  expect(await noted()).toEqual(before)
  expect(await submit(file)).toEqual([200, undefined, undefined])
})

test('of two removals at one moment the end of one says nothing of the other', async () => {
  const file = await makePdf()
  const before = await noted()
  await removal(file, async (key) => {
    await expect(removal(file, silent)).rejects.toThrow('no answer')
    await store.remove(key)
  })
  expect(await submit(file)).toEqual([503, '5', 'unavailable'])
  expect(await noted()).toHaveLength(before.length + 1)
})

test('while a store takes its time no transaction waits for it, and the bytes are not taken', async () => {
  const file = await makePdf()
  const answers: (() => void)[] = []
  const removing: Promise<void>[] = []
  await new Promise<void>((told) => {
    const slow = () => {
      told()
      return new Promise<void>((resolve) => answers.push(resolve))
    }
    removing.push(removal(file, slow))
  })
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`
  expect(await rowsOf(t.database.db, waiting)).toEqual([])
  expect(await submit(file)).toEqual([503, '5', 'unavailable'])
  for (const answer of answers) answer()
  await Promise.all(removing)
})

test('a removal that nothing can come of any more is forgotten by the daily round', async () => {
  t.clock.advance(25 * 3_600_000)
  await t.app.doChores()
  expect(await noted()).toEqual([])
})
