import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { makeRemovalsDue } from '#tests/make-removals-due.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const MINUTE = 60_000

/** Stored bytes as an upload leaves them whose process was killed before its commit. */
async function orphan(text: string): Promise<string> {
  const { intake } = t.app.portal
  const file = await intake.receive('paper', Readable.from(await makePdf({ text })), 'a.pdf')
  await intake.keep(file, t.database.db)
  return file.storageKey
}

const filesDir = () => join(t.dataDir, 'files')
const age = (path: string, minutes: number) => {
  const then = new Date(t.clock.now.getTime() - minutes * MINUTE)
  return utimes(join(filesDir(), path), then, then)
}
async function stored(): Promise<string[]> {
  const entries = await readdir(filesDir(), { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map(({ name }) => name)
}

test('bytes that no row mentions go a week after they were found, once an hour old; the waiting room is cleared; all else stays', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await t.upload(submitAbstract, { as: ada.token, file: await makePdf({ text: 'kept' }) })
  const kept = await stored()
  for (const name of kept) await age(`blobs/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`, 10_000)
  const old = await orphan('left an hour ago')
  await age(`blobs/${old}`, 61)
  const young = await orphan('left just now')
  await age(`blobs/${young}`, 59)
  for (const [name, minutes] of [
    ['half-an-upload', 61],
    ['an-upload-on-its-way', 59],
  ] as const) {
    await writeFile(join(filesDir(), 'incoming', name), 'x')
    await age(`incoming/${name}`, minutes)
  }
  const hereThen = [...kept, young.split('/').at(-1), 'an-upload-on-its-way']
  expect(await t.app.doChores()).toContain('sweep-files')
  // The queue goes by the database's clock, not by the test's. Found again the next day it waits no longer for that.
  const waits = async () =>
    rowsOf<{ days: number }>(
      t.database.db,
      sql`select (extract(epoch from start_after - ${t.clock.now.toISOString()}::timestamptz) / 86400)::float as days
        from pgboss.job where name = 'remove-blob' and state < 'active'`,
    )
  expect(await waits()).toEqual([{ days: 7 }])
  t.clock.advance(24 * 60 * MINUTE)
  await age(`blobs/${young}`, 59)
  await age('incoming/an-upload-on-its-way', 59)
  expect(await t.app.doChores()).toContain('sweep-files')
  expect(await waits()).toEqual([{ days: 6 }])
  await makeRemovalsDue(t.database.db)
  await t.drain()
  expect(new Set(await stored())).toEqual(new Set(hereThen))
})

test('each machine clears its own waiting room, also where another has done the chores of the day', async () => {
  await t.app.doChores()
  await writeFile(join(filesDir(), 'incoming', 'left-here'), 'x')
  await age('incoming/left-here', 61)
  expect(await t.app.doChores()).toEqual([])
  expect(await stored()).not.toContain('left-here')
})
