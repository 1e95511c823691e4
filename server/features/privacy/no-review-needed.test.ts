import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { assignReviewer } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { deletePaper, submitPaper, withdrawAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, nextRound, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let author: MadePerson
let reviewer: MadePerson
let other: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
const need = async (reviewsPerPaper: number) => {
  const read = (await t.call(readSettings, { as: admin.token })).body
  const body = { ...read, settings: { ...read.settings, reviewsPerPaper } }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}
beforeEach(async () => {
  await need(1)
  author = await makePerson(t, { role: 'author' })
  reviewer = await makePerson(t, { role: 'reviewer' })
  other = await makePerson(t, { role: 'reviewer' })
})
afterAll(() => t.close())

const assignOther = async (params: MadeSubmission) => {
  const given = { as: admin.token, params, body: { reviewerId: other.id } }
  expect((await t.call(assignReviewer, given)).status).toBe(200)
}

/** Who hears that a paper needs no review when its author takes it back. */
const toldNow = async (ways: (author: MadePerson) => Promise<number>) => {
  const before = (await t.mails()).length
  expect(await ways(author)).toBe(200)
  const gone = (await t.mails()).slice(before).filter(({ kind }) => kind === 'paper_gone')
  return gone.map(({ toAddress }) => toAddress)
}
const withdrawn = (params: MadeSubmission) => async (who: MadePerson) =>
  (await t.call(withdrawAbstract, { as: who.token, params, body: { reason: 'No time.' } })).status
const left = () => async (who: MadePerson) =>
  (await t.call(deleteAccount, { as: who.token, body: { password: who.password } })).status

for (const [how, ways] of [
  ['is withdrawn', withdrawn],
  ['goes with its author’s account', left],
] as const) {
  test.each(['awaiting_payment', 'paper_awaiting_resubmission', 'reviewer_declined'] as const)(
    `a paper in %s ${how}: nobody is told that no review is needed, for theirs is in`,
    async (stage) => {
      const made = await submissionAt(t, stage, { author, reviewer, admin })
      expect(await toldNow(ways(made))).toEqual([])
    },
  )

  test(`a paper under review ${how}: those whose review is open are told, in a later round those of that round`, async () => {
    const made = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
    await need(2)
    await nextRound(t, made, { author, admin })
    await assignOther(made)
    await t.call(approvePaper, { as: reviewer.token, params: made, body: { score: 80, comments: 'Good.' } })
    expect(await toldNow(ways(made))).toEqual([other.email])
  })
}

test('a paper that is deleted and given anew: who was told that it needs no review hears of the new one', async () => {
  const made = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  const before = (await t.mails()).length
  const [as, params] = [author.token, made]
  expect((await t.call(deletePaper, { as, params })).status).toBe(200)
  expect((await t.upload(submitPaper, { as, params, file: await makePdf() })).status).toBe(200)
  const told = (await t.mails()).slice(before).filter(({ toAddress }) => toAddress === reviewer.email)
  expect(told.map(({ kind }) => kind)).toEqual(['paper_gone', 'paper_replaced'])
})
