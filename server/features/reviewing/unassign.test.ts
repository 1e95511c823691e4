import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPayment } from '#shared/payments/contract.ts'
import { approvePaper, listAssigned, requestPaperChange } from '#shared/reviewing/contract.ts'
import * as desk from '#shared/reviewing/desk-contract.ts'
import { readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** An assignment is taken back as long as there is something to take back. */

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

async function assignedAt(stage: Stage) {
  const [author, reviewer] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const { paperId } = await submissionAt(t, stage, { author, reviewer, admin })
  return { reviewer, pair: { paperId, reviewerId: reviewer.id } }
}
type Pair = Awaited<ReturnType<typeof assignedAt>>['pair']
/** What both pages of the desk offer. */
async function offered(pair: Pair) {
  const paper = (await t.call(desk.paperDeskOverview, { as: admin.token, params: pair })).body
  const person = (await t.call(readReviewer, { as: admin.token, params: pair })).body
  return [paper, person].map(({ assignments }) => assignments.map(({ canUnassign }) => canUnassign))
}
const takeOff = (pair: Pair) => t.call(desk.unassignReviewer, { as: admin.token, params: pair })
const mailsTo = async (reviewer: MadePerson) =>
  (await t.mails()).filter(({ toAddress }) => toAddress === reviewer.email).map(({ kind }) => kind)

test('an assignment whose review is missing is taken back, once', async () => {
  const { reviewer, pair } = await assignedAt('paper_submitted')
  expect(await offered(pair)).toEqual([[true], [true]])
  expect((await takeOff(pair)).status).toBe(200)
  expect(await offered(pair)).toEqual([[false], [false]])
  expect((await takeOff(pair)).status).toBe(404)
  expect((await mailsTo(reviewer)).filter((kind) => kind === 'unassigned')).toHaveLength(1)
})

test('a review that is in stays with its reviewer, who is told nothing', async () => {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const two = { settings: { ...settings, reviewsPerPaper: 2 }, revision }
  expect((await t.call(saveSettings, { as: admin.token, body: two })).status).toBe(200)
  const { reviewer, pair } = await assignedAt('paper_submitted')
  await t.call(approvePaper, { as: reviewer.token, params: pair, body: { score: 80 } })
  const refused = await takeOff(pair)
  expect([refused.status, refused.refusal?.message]).toEqual([
    409,
    'Their review is in, and it counts. There is nothing to take back.',
  ])
  expect(await offered(pair)).toEqual([[false], [false]])
  expect(await mailsTo(reviewer)).not.toContain('unassigned')
  const one = { settings, revision: revision + 1 }
  expect((await t.call(saveSettings, { as: admin.token, body: one })).status).toBe(200)
})

test('while a revision is awaited its reviewer is taken off the next round', async () => {
  const { reviewer, pair } = await assignedAt('paper_submitted')
  const body = { score: 50, reason: 'Shorten it.' }
  await t.call(requestPaperChange, { as: reviewer.token, params: pair, body })
  expect(await offered(pair)).toEqual([[true], [true]])
  expect((await takeOff(pair)).status).toBe(200)
})

test.each(['reviewer_declined', 'paper_declined', 'awaiting_payment'] as const)(
  'of a paper that is settled as %s, and may be reopened, its reviewer is taken off the next round',
  async (stage) => {
    const { reviewer, pair } = await assignedAt(stage)
    expect(await offered(pair)).toEqual([[true], [true]])
    expect((await takeOff(pair)).status).toBe(200)
    await t.call(desk.reopenPaper, { as: admin.token, params: pair, body: { reason: 'Another view.' } })
    expect(await mailsTo(reviewer)).toContain('unassigned')
    expect((await t.call(listAssigned, { as: reviewer.token })).body.items).toEqual([])
    const refused = await t.call(approvePaper, { as: reviewer.token, params: pair, body: { score: 80 } })
    expect(refused.status).toBe(404)
  },
)

test('nobody is taken off a paper that has ended', async () => {
  const { reviewer, pair } = await assignedAt('paper_submitted')
  await t.call(desk.approvePaperAsChair, { as: admin.token, params: pair, body: {} })
  expect(await offered(pair), 'accepted without this review, and it may come to a new round').toEqual([
    [true],
    [true],
  ])
  await t.call(verifyPayment, { as: admin.token, params: pair, body: {} })
  const refused = await takeOff(pair)
  expect([refused.status, refused.refusal?.message]).toEqual([
    409,
    'Nobody is to review this paper any more. There is nothing to take back.',
  ])
  expect(await offered(pair)).toEqual([[false], [false]])
  expect(await mailsTo(reviewer)).not.toContain('unassigned')
})
