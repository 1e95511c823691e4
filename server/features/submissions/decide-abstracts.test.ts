import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { resubmitAbstract } from '#shared/submissions/contract.ts'
import {
  approveAbstract,
  decideAbstracts,
  declineAbstract,
  listPendingAbstracts,
  listReviewedAbstracts,
  previewAbstract,
  previewAbstractDecisions,
  requestAbstractChange,
  type TogetherDecision,
} from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
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

type Chosen = { abstractId: string; updatedAt: Timestamp }

/** Abstracts that wait for a decision, as the list shows them, by one author. */
async function pending(count: number) {
  const author = await makePerson(t, { role: 'author' })
  const ids: string[] = []
  for (let made = 0; made < count; made += 1)
    ids.push((await submissionAt(t, 'abstract_submitted', { author, reviewer, admin })).abstractId)
  const { items } = (await t.call(listPendingAbstracts, { as: admin.token })).body
  const chosen = items
    .filter(({ abstractId }) => ids.includes(abstractId))
    .map(({ abstractId, updatedAt }): Chosen => ({ abstractId, updatedAt }))
  return { author, chosen }
}
const preview = (abstracts: Chosen[], verdict = 'approve') =>
  t.call(previewAbstractDecisions, { as: admin.token, body: { verdict, abstracts } })
const decide = (abstracts: Chosen[], decision: TogetherDecision, headers: Record<string, string> = {}) =>
  t.call(decideAbstracts, { as: admin.token, body: { decision, abstracts }, headers })
const problemsIn = (rows: readonly { problem: string | null }[]) => rows.map(({ problem }) => problem)
const mailsTo = async (who: MadePerson) =>
  (await t.mails()).filter(({ toAddress }) => toAddress === who.email).map(({ subject }) => subject)

test('the preview says which can be decided and why others cannot, and changes nothing; deciding does just that', async () => {
  const { author, chosen } = await pending(5)
  const [one, two, three, four, five] = chosen.map((each) => each)
  if (!one || !two || !three || !four || !five) throw new Error('five were made')
  t.clock.advance(1000)
  await t.call(approveAbstract, { as: admin.token, params: { abstractId: two.abstractId }, body: {} })
  const params = { abstractId: three.abstractId }
  await t.upload(resubmitAbstract, { as: author.token, params, file: await makePdf() })
  const asked = [one, two, three, { ...four, abstractId: 'A26-9999' }, one, five]
  const wanted = [
    null,
    'This is not possible now: the submission awaits its paper.',
    'It has changed since you opened it. Look at it again.',
    'It is not there any more.',
    'It is named twice.',
    null,
  ]
  const seen = await preview(asked)
  expect(problemsIn(seen.body.rows)).toEqual(wanted)
  const waiting = (await t.call(listPendingAbstracts, { as: admin.token })).body.count
  const done = await decide(asked, { verdict: 'approve', comments: 'Well done.' })
  expect(problemsIn(done.body.rows)).toEqual(wanted)
  expect((await t.call(listPendingAbstracts, { as: admin.token })).body.count).toBe(waiting - 2)
  const reviewed = (await t.call(listReviewedAbstracts, { as: admin.token })).body.items
  const comments = new Map(reviewed.map(({ abstractId, approvalComment }) => [abstractId, approvalComment]))
  expect([comments.get(one.abstractId), comments.get(two.abstractId)]).toEqual(['Well done.', null])
  const accepted = (await mailsTo(author)).filter((subject) => subject.includes('accepted'))
  expect(accepted).toHaveLength(3)
})

test('the same request sent twice under one key is done once and answered alike', async () => {
  const { author, chosen } = await pending(2)
  const decision = { verdict: 'decline', confirmText: 'DECLINE', reason: 'Out of scope.' } as const
  const key = { 'idempotency-key': 'decide-these-two' }
  const [first, second] = [await decide(chosen, decision, key), await decide(chosen, decision, key)]
  expect(problemsIn(first.body.rows)).toEqual([null, null])
  expect(second.body).toEqual(first.body)
  expect((await mailsTo(author)).filter((subject) => subject.includes('not accepted'))).toHaveLength(2)
  const again = await decide(chosen, decision)
  expect(problemsIn(again.body.rows)).toEqual(
    chosen.map(() => 'This is not possible now: the abstract was rejected.'),
  )
})

test('fifty at once, each with its mail', async () => {
  const { author, chosen } = await pending(50)
  expect(problemsIn((await decide(chosen, { verdict: 'approve' })).body.rows)).toEqual(chosen.map(() => null))
  expect((await mailsTo(author)).filter((subject) => subject.includes('accepted'))).toHaveLength(50)
})

// Few, since the later call waits for all of the earlier one's, and nobody waits for ever.
test('of two organisers at the same time each abstract is decided by one', async () => {
  const { author, chosen } = await pending(8)
  const decisions = await Promise.all([
    decide(chosen, { verdict: 'approve' }),
    decide([...chosen].reverse(), {
      verdict: 'request_change',
      confirmText: 'REQUEST_CHANGE',
      reason: 'More.',
    }),
  ])
  const done = decisions.map(({ body }) => body.rows.filter(({ problem }) => problem === null).length)
  expect(done.reduce((sum, each) => sum + each, 0)).toBe(8)
  const mailed = (await mailsTo(author)).filter((subject) => /accepted|change/i.test(subject))
  expect(mailed).toHaveLength(8)
})

test('whose account is disabled is named before and after, as they are not told', async () => {
  const [here, away] = [await pending(1), await pending(1)]
  const { db } = t.database
  await db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, away.author.id))
  const chosen = [...here.chosen, ...away.chosen]
  const facts = [[], ['The author’s account is disabled: they are not told.']]
  expect((await preview(chosen)).body.rows.map((row) => row.facts)).toEqual(facts)
  const done = await decide(chosen, { verdict: 'approve' })
  expect(done.body.rows.map((row) => [row.facts, row.problem])).toEqual(facts.map((fact) => [fact, null]))
  expect((await mailsTo(away.author)).filter((subject) => subject.includes('accepted'))).toEqual([])
})

test('a rejection needs its word and a reason, and nothing is done without them', async () => {
  const { chosen } = await pending(1)
  for (const decision of [
    { verdict: 'decline', confirmText: 'DECLINE', reason: ' ' },
    { verdict: 'decline', confirmText: 'yes', reason: 'Out of scope.' },
    { verdict: 'request_change', confirmText: 'REQUEST_CHANGE' },
    { verdict: 'perhaps' },
  ]) {
    const refused = await t.call(decideAbstracts, {
      as: admin.token,
      body: { decision, abstracts: chosen },
    })
    expect(refused.status).toBe(422)
  }
  expect(problemsIn((await preview(chosen)).body.rows)).toEqual([null])
})

test('one abstract is not decided on where it has changed since it was opened', async () => {
  const { author, chosen } = await pending(1)
  const [read] = chosen
  if (read === undefined) throw new Error('one was made')
  const { updatedAt, ...params } = read
  t.clock.advance(1000)
  await t.upload(resubmitAbstract, { as: author.token, params, file: await makePdf() })
  const before = await mailsTo(author)
  const reason = 'because'
  const refused = [
    await t.call(approveAbstract, { as: admin.token, params, body: { updatedAt } }),
    await t.call(requestAbstractChange, {
      as: admin.token,
      params,
      body: { confirmText: 'REQUEST_CHANGE', reason, updatedAt },
    }),
    await t.call(declineAbstract, {
      as: admin.token,
      params,
      body: { confirmText: 'DECLINE', reason, updatedAt },
    }),
  ]
  expect(refused.map(({ status, refusal }) => [status, refusal.error, refusal.message])).toEqual(
    refused.map(() => [409, 'stale', 'It has changed since you opened it. Look at it again.']),
  )
  expect(await mailsTo(author)).toEqual(before)
  const now = (await t.call(previewAbstract, { as: admin.token, params })).body.abstract
  expect(now.status).toBe('abstract_submitted')
  const body = { updatedAt: now.updatedAt }
  expect((await t.call(approveAbstract, { as: admin.token, params, body })).status).toBe(200)
  const late = await t.call(approveAbstract, { as: admin.token, params, body })
  expect([late.status, late.refusal.error], 'decided is not the same as changed').toEqual([
    409,
    'wrong_state',
  ])
})
