import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, settings } from '#server/db/schema.ts'
import { uploadAvatar } from '#shared/people/contract.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const QUOTA = 10 * 1024 * 1024
const PICTURE = 300_000
/** The beginning of a PNG of one pixel: magic number and size. */
const ONE_PIXEL = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55', 'hex')

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
})
afterAll(() => t.close())

/** A picture as large as it is said, as far as its first bytes tell. */
const picture = (nth: number) => {
  const bytes = Buffer.alloc(PICTURE, nth)
  bytes.set(ONE_PIXEL)
  return bytes
}

/** How pictures that one person sends at once are answered, and how many are kept beside what is stored before. */
async function atOnce(document: Partial<Settings>, storedBefore: number) {
  const { db } = t.database
  await db.delete(settings)
  await db.insert(settings).values({ id: 1, document, revision: 1, changedAt: t.clock.now })
  const { id, token } = await makePerson(t, { role: 'author' })
  const sums = { sha256: 'a'.repeat(64), md5: `${'A'.repeat(22)}==` }
  await db.insert(files).values({
    ...{ id: randomUUID(), storageKey: 'aa/none', ...sums, size: storedBefore },
    ...{ mime: 'image/png', pages: null, uploadedBy: id, createdAt: t.clock.now },
  })
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => t.upload(uploadAvatar, { as: token, file: picture(nth) })),
  )
  const said = answers.map(({ status, refusal }) => (status === 200 ? '200' : `${status} ${refusal.error}`))
  return { said: said.sort(), kept: (await db.$count(files, eq(files.uploadedBy, id))) - 1 }
}

test('files that come at once take no more than what one person may store', async () => {
  const limits = { uploadQuotaBytes: QUOTA, uploadsPerHour: 100 }
  expect(await atOnce(limits, QUOTA - 3.5 * PICTURE)).toEqual({
    said: [...Array(3).fill('200'), ...Array(13).fill('413 quota_reached')],
    kept: 3,
  })
})

test('files that come at once are no more than one person may send in an hour', async () => {
  expect(await atOnce({ uploadQuotaBytes: 2 ** 40, uploadsPerHour: 10 }, 1)).toEqual({
    said: [...Array(10).fill('200'), ...Array(6).fill('429 too_many')],
    kept: 10,
  })
})
