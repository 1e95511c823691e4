import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices } from '#shared/notices/contract.ts'
import { abstractOverview } from '#shared/submissions/contract.ts'
import {
  approveAbstract,
  listPendingAbstracts,
  listReviewedAbstracts,
  previewAbstract,
  reopenAbstract,
} from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let reviewer: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer' })
})
afterAll(() => t.close())

const decidedByMistake: Stage[] = ['abstract_declined', 'abstract_awaiting_resubmission', 'awaiting_paper']

test.each(decidedByMistake)(
  'a decision taken by mistake is taken back from %s, and both sides know',
  async (stage) => {
    const author = await makePerson(t, { role: 'author' })
    const params = await submissionAt(t, stage, { author, reviewer, admin })
    const atDesk = async () => (await t.call(previewAbstract, { as: admin.token, params })).body
    const before = await atDesk()
    expect(before.canReopen).toBe(true)
    t.clock.advance(1000)

    const blank = await t.call(reopenAbstract, { as: admin.token, params, body: { reason: ' ' } })
    expect(blank.status).toBe(422)
    const read = { ...before.abstract.updatedAt, _seconds: 1 }
    const stale = await t.call(reopenAbstract, {
      as: admin.token,
      params,
      body: { reason: 'No.', updatedAt: read },
    })
    expect([stale.status, stale.refusal.error]).toEqual([409, 'stale'])
    const body = { reason: 'I clicked the wrong row.', updatedAt: before.abstract.updatedAt }
    expect((await t.call(reopenAbstract, { as: admin.token, params, body })).status).toBe(200)

    const { abstract, canReopen, timeline } = await atDesk()
    expect([abstract.status, abstract.verdict, abstract.decidedAt, canReopen]).toEqual([
      'abstract_submitted',
      null,
      null,
      false,
    ])
    const last = timeline.at(-1)
    expect([last?.kind, last?.note]).toEqual(['abstract_reopened', body.reason])
    const shown = (await t.call(abstractOverview, { as: author.token, params })).body.abstract
    expect([shown.status, shown.approved, shown.declined, shown.requestChange]).toEqual([
      'abstract_submitted',
      false,
      false,
      false,
    ])
    const [notice] = (await t.call(listNotices, { as: author.token })).body.items
    expect(notice?.title).toBe(`Abstract ${params.abstractId} waits for a decision again`)
    const mails = (await t.mails()).filter(({ toAddress }) => toAddress === author.email)
    expect(
      mails.filter(({ subject }) => subject.includes('the decision on your abstract was taken back')),
    ).toHaveLength(1)

    const ids = async (list: typeof listPendingAbstracts) =>
      (await t.call(list, { as: admin.token })).body.items.map(({ abstractId }) => abstractId)
    expect(await ids(listPendingAbstracts)).toContain(params.abstractId)
    const reviewed = (await t.call(listReviewedAbstracts, { as: admin.token })).body.items
    expect(reviewed.map(({ abstractId }) => abstractId)).not.toContain(params.abstractId)
    expect((await t.call(approveAbstract, { as: admin.token, params, body: {} })).status).toBe(200)
  },
)

test('with a paper it is the paper’s decision that is taken back', async () => {
  const author = await makePerson(t, { role: 'author' })
  const params = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  expect((await t.call(previewAbstract, { as: admin.token, params })).body.canReopen).toBe(false)
  const refused = await t.call(reopenAbstract, { as: admin.token, params, body: { reason: 'No.' } })
  expect([refused.status, refused.refusal.error]).toEqual([409, 'wrong_state'])
})
