import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '#client/features/admin-activity/sentence.ts'
import { listActivity } from '#shared/activity/contract.ts'
import {
  listPayments,
  releaseLine,
  reopenPayment,
  reportPayment,
  settleReport,
  verifyPayment,
} from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePerson } from './factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from './submission-at.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

/** What the activity desk says of real deeds, word by word: both sides of it have to agree on what a row means. */
let t: TestPortal
let cast: Cast
let staff: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin', name: 'Clara' }),
  }
  staff = await makePerson(t, { role: 'author', isStaff: true, name: 'Stan' })
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const body = { settings: { ...settings, feeAmount: '250.00', feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
})
afterAll(() => t.close())

const awaiting = () => submissionAt(t, 'awaiting_payment', cast)
const report = (params: MadeSubmission) => t.call(reportPayment, { as: cast.author.token, params, body: {} })
const settle = (params: MadeSubmission, body = {}) => t.call(settleReport, { as: staff.token, params, body })
const verify = (params: MadeSubmission, body = {}) => t.call(verifyPayment, { as: staff.token, params, body })
const reopen = (params: MadeSubmission) =>
  t.call(reopenPayment, { as: staff.token, params, body: { reason: 'A mistake.' } })

/** What a deed adds about the payment of a paper, oldest first; `P` is the paper. */
async function saidOf({ paperId }: MadeSubmission, ...deeds: (() => Promise<{ status: number }>)[]) {
  const query = { q: paperId, status: 'payment', limit: 100 }
  const all = async () => (await t.call(listActivity, { as: cast.admin.token, query })).body.items
  const before = (await all()).length
  for (const deed of deeds) {
    t.clock.advance(60_000)
    expect((await deed()).status).toBe(200)
  }
  const items = await all()
  return items
    .slice(0, items.length - before)
    .toReversed()
    .map((entry) => sentenceOf(entry).replaceAll(paperId, 'P'))
}

test('of a report that money answers it is not said that nothing arrived, whoever notes it', async () => {
  const [imported, byHand, sought] = [await awaiting(), await awaiting(), await awaiting()]
  for (const made of [imported, byHand, sought]) await report(made)
  const line = { hash: 'a part', occurrence: 1, date: '2026-03-02', payer: 'Ada', text: 'fee' }
  const lines = [
    { ...line, amount: '100.00', currency: 'EUR', paperIds: [imported.paperId], as: 'note' as const },
  ]
  const arrived = ['Stan settled the reported payment of P: money arrived']
  expect(await saidOf(imported, () => t.call(importPayments, { as: staff.token, body: { lines } }))).toEqual(
    arrived,
  )
  expect(await saidOf(byHand, () => verify(byHand, { amount: '100.00', as: 'part' }))).toEqual(arrived)
  const body = { reason: 'We cannot come.' }
  await t.call(withdrawAbstract, { as: cast.author.token, params: sought, body })
  expect(await saidOf(sought, () => settle(sought, { amount: '250.00' }))).toEqual(arrived)
  const query = { q: byHand.paperId }
  const [entry] = (await t.call(listPayments, { as: staff.token, query })).body.items
  const params = { lineId: entry?.lines[0]?.id ?? '' }
  expect(await saidOf(byHand, () => t.call(releaseLine, { as: staff.token, params }))).toEqual([
    'Stan looks for the reported payment of P again',
  ])
})

test('who reports anew what nobody found takes back no payment', async () => {
  const made = await awaiting()
  expect(
    await saidOf(
      made,
      () => report(made),
      () => settle(made),
    ),
  ).toEqual(['Ada reported the payment of P', 'Stan settled the reported payment of P: nothing arrived'])
  const anew = await saidOf(made, () => report(made))
  expect(anew.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Ada closed an earlier report of the payment of P',
    'Ada reported the payment of P',
  ])
})

test('who takes a verification back reports nothing: what its author reported is looked for again, or stays answered', async () => {
  const [open, answered, never] = [await awaiting(), await awaiting(), await awaiting()]
  await report(open)
  await report(answered)
  await settle(answered)
  const undone = async (made: MadeSubmission) =>
    (
      await saidOf(
        made,
        () => verify(made),
        () => reopen(made),
      )
    ).toSorted((a, b) => a.localeCompare(b))
  const both = ['Stan took back the payment of P', 'Stan verified the payment of P']
  expect(await undone(open)).toEqual(['Stan looks for the reported payment of P again', ...both])
  expect(await undone(answered)).toEqual(['Stan kept a report of the payment of P', ...both])
  expect(await undone(never)).toEqual(both)
})
