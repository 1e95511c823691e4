import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const DAY = 24 * 3600 * 1000

let t: TestPortal
let cast: Cast
let staff: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  staff = await makePerson(t, { role: 'author', isStaff: true })
})
afterAll(() => t.close())

const as = (person: MadePerson) => logIn(t, person.email, person.password)

async function set(change: Partial<Settings>): Promise<void> {
  const token = await as(cast.admin)
  const { settings, revision } = (await t.call(readSettings, { as: token })).body
  await t.call(saveSettings, { as: token, body: { settings: { ...settings, ...change }, revision } })
}

test('late first: reported longest ago, then awaiting longest, then verified last; page by page as at once', async () => {
  const ids: string[] = []
  const report = async (paperId: string) =>
    t.call(reportPayment, { as: await as(cast.author), params: { paperId }, body: {} })
  const verify = async (paperId: string) =>
    t.call(verifyPayment, { as: await as(staff), params: { paperId }, body: {} })
  for (let n = 0; n < 7; n += 1) {
    ids.push((await submissionAt(t, 'awaiting_payment', cast)).paperId)
    t.clock.advance(1000)
  }
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = ids
  // Reported on Monday, Tuesday and Wednesday; looked at on the Monday after.
  for (const paperId of [d, b, f]) {
    await report(paperId)
    t.clock.advance(DAY)
  }
  for (const paperId of [c, g]) {
    await verify(paperId)
    t.clock.advance(DAY)
  }
  t.clock.advance(2 * DAY)
  const token = await as(staff)
  const wanted = [d, b, f, a, e, g, c]
  const { items } = (await t.call(listPayments, { as: token })).body
  expect(items.map(({ paperId }) => paperId)).toEqual(wanted)
  expect(items.map(({ late, ageBusinessDays }) => [late, ageBusinessDays]).slice(0, 3)).toEqual([
    [true, 5],
    [true, 4],
    [false, 3],
  ])
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
    const page = (await t.call(listPayments, { as: token, query })).body
    paged.push(...page.items.map(({ paperId }) => paperId))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(paged).toEqual(wanted)
})

test('a holiday lengthens the promise, for the list and its filter alike', async () => {
  const late = async () => {
    const query = { status: 'late' }
    return (await t.call(listPayments, { as: await as(staff), query })).body.items.map((one) => one.paperId)
  }
  const [first, second] = await late()
  expect(second).toBeDefined()
  await set({ holidays: ['2026-03-04'] })
  expect(await late()).toEqual([first])
  await set({ holidays: ['2026-03-04', '2026-03-05'] })
  expect(await late()).toEqual([])
})

test('what was paid is shown for what it is: in part, exactly, too much, twice', async () => {
  await set({ feeAmount: '250.00' })
  const token = await as(staff)
  const shown: Record<string, unknown> = {}
  for (const amount of ['200', '250.00', '260', '500']) {
    const { paperId } = await submissionAt(t, 'awaiting_payment', cast)
    await t.call(verifyPayment, { as: token, params: { paperId }, body: { amount } })
    const { items } = (await t.call(listPayments, { as: token, query: { q: paperId } })).body
    shown[amount] = [items[0]?.received, items[0]?.balance]
  }
  expect(shown).toEqual({
    200: ['200.00', 'part'],
    '250.00': ['250.00', 'exact'],
    260: ['260.00', 'over'],
    500: ['500.00', 'double'],
  })
  const over = (await t.call(listPayments, { as: token, query: { status: 'over' } })).body
  expect(over.items.map(({ received }) => received)).toEqual(['500.00', '260.00'])
})
