import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** A portal of its own, since the administrators of the whole portal are counted. */
async function among(work: (t: TestPortal) => Promise<void>): Promise<void> {
  const t = await openTestPortal()
  try {
    await work(t)
  } finally {
    await t.close()
  }
}
const change = (t: TestPortal, by: MadePerson, whom: MadePerson, body: object) =>
  t.call(changeUser, { as: by.token, params: { userId: whom.id }, body })
const leave = (t: TestPortal, { token, password }: MadePerson) =>
  t.call(deleteAccount, { as: token, body: { password } })
const statusesOf = async (...answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)

test('the last administrator can be neither demoted nor disabled, and cannot leave', () =>
  among(async (t) => {
    const admin = await makePerson(t, { role: 'admin' })
    expect((await change(t, admin, admin, { role: 'author' })).status).toBe(409)
    expect((await change(t, admin, admin, { disabled: true })).status).toBe(409)
    expect((await leave(t, admin)).status).toBe(409)
  }))

test('beside an administrator who has not confirmed their address one is still the last', () =>
  among(async (t) => {
    const admin = await makePerson(t, { role: 'admin' })
    const guest = await makePerson(t, { role: 'admin' })
    const confirmed = (at: Date | null) =>
      t.database.db.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, guest.id))
    await confirmed(null)
    expect((await change(t, admin, admin, { role: 'author' })).status).toBe(409)
    expect((await change(t, admin, admin, { disabled: true })).status).toBe(409)
    await confirmed(t.clock.now)
    expect((await change(t, admin, admin, { role: 'author' })).status).toBe(200)
  }))

test('of two administrators who take each other’s role at once one stays', () =>
  among(async (t) => {
    const ada = await makePerson(t, { role: 'admin' })
    const bea = await makePerson(t, { role: 'admin' })
    for (let round = 0; round < 10; round += 1) {
      const statuses = await statusesOf(
        change(t, ada, bea, { role: 'author' }),
        change(t, bea, ada, { role: 'author' }),
      )
      // The later one is no organiser any more, or finds nobody else.
      expect(statuses).toEqual([200, expect.toBeOneOf([403, 409])])
      await t.database.db.update(users).set({ role: 'admin' })
    }
  }))

test('of two administrators who disable each other, or leave, at once one stays', () =>
  among(async (t) => {
    const ada = await makePerson(t, { role: 'admin' })
    const bea = await makePerson(t, { role: 'admin' })
    const off = await statusesOf(
      change(t, ada, bea, { disabled: true }),
      change(t, bea, ada, { disabled: true }),
    )
    expect(off).toEqual([200, expect.toBeOneOf([401, 409])])
    await t.database.db.update(users).set({ disabledAt: null })
    const [eve, fay] = [await makePerson(t, { role: 'admin' }), await makePerson(t, { role: 'admin' })]
    await t.database.db.update(users).set({ role: 'author' }).where(eq(users.id, ada.id))
    await t.database.db.update(users).set({ role: 'author' }).where(eq(users.id, bea.id))
    expect(await statusesOf(leave(t, eve), leave(t, fay))).toEqual([200, 409])
  }))
