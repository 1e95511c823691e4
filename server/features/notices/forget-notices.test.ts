import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#server/db/schema.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let clara: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  clara = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

test('notifications are kept for as many days as the setting says, read or not, and no longer', async () => {
  const { db } = t.database
  const began = t.clock.now
  const after = (days: number) => new Date(began.getTime() + days * 86_400_000)
  const noticed = (title: string, createdAt: Date, readAt: Date | null) => ({
    ...{ id: crypto.randomUUID(), userId: clara.id, kind: 'x', title, body: '', createdAt, readAt },
  })
  await db
    .insert(notices)
    .values([noticed('old', began, null), noticed('old, read', began, began), noticed('new', after(1), null)])
  const left = async () =>
    (await db.select({ title: notices.title }).from(notices)).map(({ title }) => title).sort()

  t.clock.now = after(730)
  await t.app.doChores()
  expect(await left()).toEqual(['new', 'old', 'old, read'])
  t.clock.now = new Date(after(730).getTime() + 86_400_000 - 1)
  await t.app.doChores()
  expect(await left()).toEqual(['new'])

  const as = await logIn(t, clara.email, clara.password)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const body = { settings: { ...settings, keepNoticeDays: 30 }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
  t.clock.now = after(732)
  await t.app.doChores()
  expect(await left()).toEqual([])
})
