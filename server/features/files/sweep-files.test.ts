import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const MINUTE = 60_000
/** In minutes. */
const WEEK = 7 * 24 * 60

/** Stored bytes as an upload leaves them whose process was killed before its commit. */
async function orphan(text: string, of = t): Promise<string> {
  const { intake } = of.app.portal
  const file = await intake.receive('paper', Readable.from(await makePdf({ text })), 'a.pdf')
  await intake.keep(file, of.database.db)
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

test('bytes that no row mentions go after a week, and the waiting room is cleared after an hour; all else stays', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await t.upload(submitAbstract, { as: ada.token, file: await makePdf({ text: 'kept' }) })
  const kept = await stored()
  for (const name of kept) await age(`blobs/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`, 10_000)
  const old = await orphan('left a week ago')
  await age(`blobs/${old}`, WEEK + 1)
  const young = await orphan('left since')
  await age(`blobs/${young}`, WEEK - 1)
  for (const [name, minutes] of [
    ['half-an-upload', 61],
    ['an-upload-on-its-way', 59],
  ] as const) {
    await writeFile(join(filesDir(), 'incoming', name), 'x')
    await age(`incoming/${name}`, minutes)
  }
  expect(await t.app.doChores()).toContain('sweep-files')
  await t.drain()
  expect(new Set(await stored())).toEqual(new Set([...kept, young.split('/').at(-1), 'an-upload-on-its-way']))
})

test('each machine clears its own waiting room, also where another has done the chores of the day', async () => {
  await t.app.doChores()
  await writeFile(join(filesDir(), 'incoming', 'left-here'), 'x')
  await age('incoming/left-here', 61)
  expect(await t.app.doChores()).toEqual([])
  expect(await stored()).not.toContain('left-here')
})

test('where files are stored and the database knows of none it removes nothing, and says so', async () => {
  const empty = await openTestPortal()
  const left = await orphan('of another portal', empty)
  const path = join(empty.dataDir, 'files', 'blobs', left)
  const then = new Date(empty.clock.now.getTime() - (WEEK + 1) * MINUTE)
  await utimes(path, then, then)
  await expect(empty.app.doChores()).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: expect.stringContaining('is it the right DATABASE_URL') })],
  })
  await empty.drain()
  expect((await stat(path)).isFile()).toBe(true)
  await empty.close()
})
