import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, settings } from '#server/db/schema.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const QUOTA = 10 * 1024 * 1024
let t: TestPortal
let pdfs: Buffer[]
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
  pdfs = await Promise.all(Array.from({ length: 16 }, (_, nth) => makePdf({ text: `Paper ${nth + 10}` })))
})
afterAll(() => t.close())

const largest = () => Math.max(...pdfs.map(({ length }) => length))

/** How PDFs that one person sends at once are answered, and how many are kept beside what is stored before. */
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
  const answers = await Promise.all(pdfs.map((file) => t.upload(submitAbstract, { as: token, file })))
  const said = answers.map(({ status, refusal }) => (status === 200 ? '200' : `${status} ${refusal.error}`))
  return { said: said.sort(), kept: (await db.$count(files, eq(files.uploadedBy, id))) - 1 }
}

test('files that come at once take no more than what one person may store', async () => {
  const limits = { uploadQuotaBytes: QUOTA, uploadsPerHour: 100 }
  expect(await atOnce(limits, QUOTA - Math.floor(3.5 * largest()))).toEqual({
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
