import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, users } from '#server/db/schema.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { uploadAvatar } from '#shared/people/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { makeRemovalsDue } from '#tests/make-removals-due.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { png } from '../../../trust/files/hostile-pictures.ts'

/** A picture goes, row and bytes, when another takes its place and when its person leaves. */

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const show = (who: MadePerson, width: number) =>
  t.upload(uploadAvatar, { as: who.token, file: png(width, 1), fileName: 'me.png', type: 'image/png' })
const rows = async () => (await t.database.db.select().from(files)).map(({ storageKey }) => storageKey)
async function stored(): Promise<string[]> {
  await t.drain()
  const entries = await readdir(join(t.dataDir, 'files', 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map(({ name }) => name)
}

test('a new picture takes the place of the one before, and both go with the account; what others show too stays', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const bruno = await makePerson(t, { role: 'author' })
  for (const who of [ada, bruno]) expect((await show(who, 1)).status).toBe(200)
  expect([(await rows()).length, (await stored()).length]).toEqual([2, 1])
  expect((await show(ada, 2)).status).toBe(200)
  expect([(await rows()).length, (await stored()).length]).toEqual([2, 2])
  await Promise.all([show(ada, 3), show(ada, 4)])
  expect([(await rows()).length, (await stored()).length]).toEqual([2, 2])
  const left = await t.call(deleteAccount, { as: ada.token, body: { password: ada.password } })
  expect(left.status).toBe(200)
  expect([(await rows()).length, (await stored()).length]).toEqual([1, 1])
})

test('pictures that were left by earlier ones are no longer known within a day, once no upload can be under way, and go a week later', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await show(ada, 5)
  const [shown] = (await t.database.db.select().from(files)).slice(-1)
  if (shown === undefined) throw new Error('no picture was stored')
  const path = join(t.dataDir, 'files', 'blobs', shown.storageKey)
  await utimes(path, new Date(0), new Date(0))
  // As it was before: another row for the same bytes, which nobody shows.
  const orphan = { ...shown, id: randomUUID(), createdAt: new Date(t.clock.now.getTime() - 61 * 60_000) }
  await t.database.db.insert(files).values([orphan])
  await t.app.doChores()
  await t.drain()
  const left = await t.database.db.select().from(files)
  expect([left.some(({ id }) => id === orphan.id), left.some(({ id }) => id === shown.id)]).toEqual([
    false,
    true,
  ])

  await t.database.db.update(users).set({ photoFileId: null }).where(eq(users.id, ada.id))
  t.clock.advance(25 * 3600_000)
  await t.app.doChores()
  expect((await rows()).length).toBe(1)
  await makeRemovalsDue(t.database.db)
  expect([(await rows()).length, (await stored()).length]).toEqual([1, 1])
})
