import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
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
    await t.call(verifyPayment, { as: token, params: { paperId }, body: { amount, as: 'paid' } })
    const { items } = (await t.call(listPayments, { as: token, query: { q: paperId } })).body
    shown[amount] = [
      items[0]?.received.map((one) => `${one.amount} ${one.currency}`).join(),
      items[0]?.balance,
      items[0]?.missing,
    ]
  }
  expect(shown).toEqual({
    200: ['200.00 EUR', 'part', { amount: '50.00', currency: 'EUR' }],
    '250.00': ['250.00 EUR', 'exact', null],
    260: ['260.00 EUR', 'over', null],
    // In one payment: nobody paid twice.
    500: ['500.00 EUR', 'over', null],
  })
  const over = (await t.call(listPayments, { as: token, query: { status: 'over' } })).body
  expect(over.items.map(({ received }) => received[0]?.amount)).toEqual(['500.00', '260.00'])
})

test('a later fee, in another currency too, changes nothing that was verified; the lists go by the fee of the day', async () => {
  await set({ feeAmount: '250.00', feeCurrency: 'EUR' })
  const token = await as(staff)
  const [exact, part, noted, later] = [
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
  ]
  const all = [exact, part, noted, later].map(({ paperId }) => paperId)
  const verify = (paperId: string, amount: string) =>
    t.call(verifyPayment, { as: token, params: { paperId }, body: { amount, as: 'paid' } })
  await verify(exact.paperId, '250')
  await verify(part.paperId, '200')
  const line = { date: null, payer: 'Ada', text: 'fee', occurrence: 1, as: 'note' as const }
  const note = (hash: string, amount: string, currency: string, paperId: string) =>
    t.call(importPayments, {
      as: token,
      body: { lines: [{ ...line, hash, amount, currency, paperIds: [paperId] }] },
    })
  await note('later', '100.00', 'EUR', noted.paperId)
  const shown = async () => {
    const { items } = (await t.call(listPayments, { as: token })).body
    return all.map((id) => {
      const one = items.find(({ paperId }) => paperId === id)
      return [one?.received[0]?.amount, one?.received[0]?.currency, one?.balance, one?.verified?.currency]
    })
  }
  const listed = async (status: string) => {
    const { items } = (await t.call(listPayments, { as: token, query: { status } })).body
    return all.filter((id) => items.some(({ paperId }) => paperId === id))
  }
  const before = [
    ['250.00', 'EUR', 'exact', 'EUR'],
    ['200.00', 'EUR', 'part', 'EUR'],
  ]
  expect(await shown()).toEqual([
    ...before,
    ['100.00', 'EUR', 'part', undefined],
    [undefined, undefined, null, undefined],
  ])
  expect(await listed('part')).toEqual([part.paperId, noted.paperId])
  await set({ feeAmount: '90.00', feeCurrency: 'USD' })
  await verify(later.paperId, '80')
  expect(await shown()).toEqual([
    ...before,
    ['100.00', 'EUR', 'foreign', undefined],
    ['80.00', 'USD', 'part', 'USD'],
  ])
  expect([await listed('part'), await listed('foreign'), await listed('over')]).toEqual([
    [part.paperId, later.paperId],
    [noted.paperId],
    [],
  ])
  await set({ feeAmount: '', feeCurrency: 'EUR' })
  expect(await shown()).toEqual([
    ...before,
    ['100.00', 'EUR', null, undefined],
    ['80.00', 'USD', 'part', 'USD'],
  ])
  expect(await listed('part')).toEqual([part.paperId, later.paperId])
})

test('twice the fee is paid twice only where two payments are known of', async () => {
  await set({ feeAmount: '250.00', feeCurrency: 'EUR' })
  const token = await as(staff)
  const bring = (paperId: string, hash: string, amount: string) => {
    const line = { date: null, currency: 'EUR', payer: 'Ada', text: 'fee', occurrence: 1 }
    const lines = [{ ...line, hash, amount, paperIds: [paperId], as: 'payment' as const }]
    return t.call(importPayments, { as: token, body: { lines } })
  }
  const balanceOf = async (paperId: string) =>
    (await t.call(listPayments, { as: token, query: { q: paperId } })).body.items[0]?.balance
  const [once, twice, mixed] = [
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
  ]
  await bring(once.paperId, 'd1', '1320.00')
  await bring(twice.paperId, 'd2', '250.00')
  await bring(twice.paperId, 'd3', '250.00')
  await t.call(verifyPayment, { as: token, params: mixed, body: { amount: '250' } })
  // The first is the one that was verified by hand.
  await bring(mixed.paperId, 'd4', '250.00')
  expect(await balanceOf(mixed.paperId)).toBe('exact')
  await bring(mixed.paperId, 'd5', '250.00')
  expect([
    await balanceOf(once.paperId),
    await balanceOf(twice.paperId),
    await balanceOf(mixed.paperId),
  ]).toEqual(['over', 'double', 'double'])
})

test.each([
  ['0', 'Enter an amount above 0, or leave it empty for the fee.'],
  ['0.00', 'Enter an amount above 0, or leave it empty for the fee.'],
  ['-250', 'Enter an amount like 250 or 250.00.'],
  ['1e3', 'Enter an amount like 250 or 250.00.'],
  ['250,00', 'Enter an amount like 250 or 250.00.'],
  ['9999999999', 'Enter an amount like 250 or 250.00.'],
])('a payment of %s is refused and changes nothing', async (amount, message) => {
  const token = await as(staff)
  const { paperId } = await submissionAt(t, 'awaiting_payment', cast)
  const answer = await t.call(verifyPayment, { as: token, params: { paperId }, body: { amount } })
  expect([answer.status, answer.refusal.details]).toEqual([422, [{ field: 'amount', message }]])
  const [shown] = (await t.call(listPayments, { as: token, query: { q: paperId } })).body.items
  expect([shown?.state, shown?.receipts]).toEqual(['awaiting', []])
})

test('money in another currency is shown for what it is, and never as the fee', async () => {
  await set({ feeAmount: '250.00', feeCurrency: 'EUR' })
  const token = await as(staff)
  const line = { date: '2026-03-02', payer: 'Ada', text: 'fee', occurrence: 1, currency: 'USD' }
  const bring = (
    hash: string,
    paperId: string,
    rest: { amount: string; currency?: string; as: 'payment' | 'note' },
  ) =>
    t.call(importPayments, { as: token, body: { lines: [{ ...line, hash, paperIds: [paperId], ...rest }] } })
  const shown = async (paperId: string) => {
    const [one] = (await t.call(listPayments, { as: token, query: { q: paperId } })).body.items
    const sums = one?.received.map(({ amount, currency }) => `${amount} ${currency}`)
    return [sums, one?.balance, one?.verified?.amount, one?.verified?.currency]
  }
  const listed = async (status: string) =>
    (await t.call(listPayments, { as: token, query: { status, q: 'P26' } })).body.items.map(
      (one) => one.paperId,
    )
  const before = await listed('over')
  const [whole, mixed] = [
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
  ]
  await bring('f1', whole.paperId, { amount: '250.00', as: 'payment' })
  expect(await shown(whole.paperId)).toEqual([['250.00 USD'], 'foreign', '250.00', 'USD'])
  await bring('f2', mixed.paperId, { amount: '100.00', currency: 'EUR', as: 'note' })
  await bring('f3', mixed.paperId, { amount: '150.00', as: 'payment' })
  expect(await shown(mixed.paperId)).toEqual([['100.00 EUR', '150.00 USD'], 'foreign', '150.00', 'USD'])
  expect((await listed('foreign')).sort()).toEqual([whole.paperId, mixed.paperId].sort())
  expect(await listed('over')).toEqual(before)
  // Money that comes after it was paid is too much, in whatever currency.
  await bring('f4', whole.paperId, { amount: '250.00', currency: 'EUR', as: 'payment' })
  expect((await shown(whole.paperId)).slice(0, 2)).toEqual([['250.00 EUR', '250.00 USD'], 'foreign'])
  expect((await listed('over')).sort()).toEqual([...before, whole.paperId].sort())
  const [mail] = (await t.mails()).filter(({ subject }) =>
    subject.startsWith(`${whole.paperId}: payment confirmed`),
  )
  expect(mail?.text).toContain('Amount: 250.00 USD.')
})
