import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { live } from '#shared/operations/contract.ts'
import { me } from '#shared/people/contract.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { IN_HAND_MAX } from './door.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('while as many calls wait as may, one more is asked to come back at once; after that all is as before', async () => {
  const { token: as } = await makePerson(t, { role: 'author' })
  let letGo = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let waitFor = Promise.resolve()
  // Nobody can be asked who they are meanwhile.
  await new Promise<void>((held) => {
    waitFor = t.transact(async ({ tx }) => {
      await tx.execute(sql`lock table users in access exclusive mode`)
      held()
      await isHeld
    })
  })
  const waiting = Array.from({ length: IN_HAND_MAX }, () => t.call(me, { as }))
  const refused = await t.call(me, { as })
  expect([refused.status, refused.refusal.error]).toEqual([503, 'unavailable'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
  expect((await t.call(live)).status).toBe(200)
  // An upload is not counted: it waits with the others.
  const upload = t.upload(submitAbstract, { as, file: await makePdf() })
  letGo()
  await waitFor
  const answered = await Promise.all(waiting)
  expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
  expect((await upload).status).toBe(200)
  expect((await t.call(me, { as })).status).toBe(200)
})
