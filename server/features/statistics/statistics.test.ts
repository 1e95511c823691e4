import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { listPayments, reopenPayment, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { approvePaper, declinePaper, requestPaperChange } from '#shared/reviewing/contract.ts'
import { assignReviewer } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { moneyStates, REVIEWERS_SHOWN, statistics } from '#shared/statistics/contract.ts'
import { deleteAbstract, deletePaper, submitPaper, withdrawAbstract } from '#shared/submissions/contract.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/**
 * A small season told by hand. The conference is in Auckland (UTC+13 in March), so that a day there is not a day in
 * UTC: what is counted must be the conference's day.
 */
let t: TestPortal
let author: MadePerson
let admin: MadePerson
let rita: MadePerson
let omar: MadePerson
/** The paper that the season leads to completion. */
let paidPaper: string
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  author = await makePerson(t, { role: 'author' })
  rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  omar = await makePerson(t, { role: 'reviewer', name: 'Omar Other' })
})
afterAll(() => t.close())

/** A token that is good now: the clock moves by days. */
const now = (who: MadePerson) => logIn(t, who.email, who.password)
const read = async () => (await t.call(statistics, { as: await now(admin) })).body
const noMoney = {
  awaiting: 0,
  reported: 0,
  late: 0,
  verified: 0,
  part: 0,
  over: 0,
  held: 0,
  sought: 0,
}
const at = (moment: string) => {
  t.clock.now = new Date(moment)
}

test('an empty conference has every bin, stage and step at nought', async () => {
  const { days, steps, stages, scores, unscored, reviewers, payments } = await read()
  expect(days).toEqual([])
  expect(steps.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
  expect(stages.map(({ count }) => count)).toEqual(stages.map(() => 0))
  expect(scores.map(({ from, to }) => [from, to])).toEqual([
    [0, 10],
    [10, 20],
    [20, 30],
    [30, 40],
    [40, 50],
    [50, 60],
    [60, 70],
    [70, 80],
    [80, 90],
    [90, 100],
  ])
  expect([unscored, reviewers.map(({ name, open, done }) => [name, open, done])]).toEqual([
    0,
    [
      ['Omar Other', 0, 0],
      ['Rita Reader', 0, 0],
    ],
  ])
  expect(payments).toEqual({ ...noMoney })
})

test('every figure is what a person counts by hand', async () => {
  const as = admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadline = '2026-03-31T23:59:00+13:00'
  await t.call(saveSettings, {
    as,
    body: {
      revision,
      settings: {
        ...settings,
        timeZone: 'Pacific/Auckland',
        deadlines: { ...settings.deadlines, paper: deadline },
      },
    },
  })
  const cast = { author, reviewer: rita, admin }

  // 2 March in UTC, 3 March in Auckland: two abstracts, one of them deleted again.
  at('2026-03-02T12:30:00Z')
  const gone = await submissionAt(t, 'abstract_submitted', cast)
  await submissionAt(t, 'abstract_submitted', cast)
  await t.call(deleteAbstract, { as: await now(author), params: { abstractId: gone.abstractId } })
  // 3 March there too: a paper straight to completion.
  at('2026-03-03T10:00:00Z')
  paidPaper = (await submissionAt(t, 'complete', cast)).paperId
  // 5 March there: a paper awaiting payment, one declined by its reviewer, one withdrawn abstract.
  at('2026-03-05T02:00:00Z')
  await submissionAt(t, 'awaiting_payment', cast)
  await submissionAt(t, 'reviewer_declined', cast)
  await submissionAt(t, 'withdrawn', cast)
  // 6 March there: two papers, reviewed with 100 points by Omar in time, and with 9.5 by Rita after the due date.
  at('2026-03-06T02:00:00Z')
  const due: MadeSubmission[] = [
    await submissionAt(t, 'paper_submitted', cast),
    await submissionAt(t, 'paper_submitted', { ...cast, reviewer: omar }),
  ]
  const [late, better] = due
  const third = await submissionAt(t, 'paper_submitted', cast)
  await t.call(assignReviewer, {
    as: await now(admin),
    params: { paperId: third.paperId },
    body: { reviewerId: omar.id, dueAt: '2026-03-06T12:00:00Z' },
  })
  await t.call(approvePaper, { as: await now(omar), params: better ?? third, body: { score: 100 } })
  at('2026-03-07T02:00:00Z')
  await t.call(requestPaperChange, {
    as: await now(omar),
    params: third,
    body: { score: 9.5, reason: 'more data', confirmText: 'REQUEST_CHANGE' },
  })

  const found = await read()
  expect([found.asOf, found.timeZone, found.deadlines]).toEqual([
    { _seconds: t.clock.now.getTime() / 1000, _nanoseconds: 0 },
    'Pacific/Auckland',
    [{ kind: 'paper', at: { _seconds: Date.parse(deadline) / 1000, _nanoseconds: 0 } }],
  ])
  expect(found.days).toEqual([
    { day: '2026-03-03', abstracts: 2, papers: 1, revisions: 0, paymentsVerified: 1 },
    { day: '2026-03-05', abstracts: 3, papers: 2, revisions: 0, paymentsVerified: 0 },
    { day: '2026-03-06', abstracts: 3, papers: 3, revisions: 0, paymentsVerified: 0 },
  ])
  expect(found.steps).toEqual([
    { step: 'submitted', count: 8 },
    { step: 'abstract_accepted', count: 6 },
    { step: 'paper_submitted', count: 6 },
    { step: 'paper_accepted', count: 3 },
    { step: 'paid', count: 1 },
  ])
  expect(found.stages.filter(({ count }) => count > 0)).toEqual([
    { stage: 'abstract_submitted', count: 1 },
    { stage: 'paper_submitted', count: 1 },
    { stage: 'reviewer_declined', count: 1 },
    { stage: 'paper_awaiting_resubmission', count: 1 },
    { stage: 'awaiting_payment', count: 2 },
    { stage: 'complete', count: 1 },
    { stage: 'withdrawn', count: 1 },
  ])
  const bins = found.scores.filter((bin) => bin.approved + bin.request_change + bin.declined > 0)
  expect(bins).toEqual([
    { from: 0, to: 10, approved: 0, request_change: 1, declined: 0 },
    { from: 50, to: 60, approved: 2, request_change: 0, declined: 0 },
    { from: 90, to: 100, approved: 1, request_change: 0, declined: 0 },
  ])
  expect(found.unscored).toBe(1)
  // Rita’s third paper waits for its author: nothing is open there.
  expect(found.reviewers).toEqual([
    { id: rita.id, name: 'Rita Reader', open: 1, overdue: 0, done: 3, late: 0, former: false },
    { id: omar.id, name: 'Omar Other', open: 0, overdue: 0, done: 2, late: 1, former: false },
  ])
  expect(found.payments).toEqual({ ...noMoney, awaiting: 2, verified: 1 })
  await t.call(declinePaper, {
    as: await now(rita),
    params: late ?? third,
    body: { score: 20, reason: 'no', confirmText: 'DECLINE' },
  })
  expect((await read()).scores[2]).toEqual({ from: 20, to: 30, approved: 0, request_change: 0, declined: 1 })
  // With its submission a review is deleted: neither done nor late any more.
  const deleted = await t.call(deleteAbstract, { as: await now(author), params: third })
  expect(deleted.status).toBe(200)
  expect((await read()).reviewers[1]).toMatchObject({ id: omar.id, done: 1, late: 0 })
})

test('a verification that was taken back counts no more; verified again, the payment counts once, on its new day', async () => {
  const params = { paperId: paidPaper }
  const verifiedDays = async () => {
    const { days, steps, payments } = await read()
    const counted = days.filter(({ paymentsVerified }) => paymentsVerified > 0)
    return {
      days: counted.map(({ day, paymentsVerified }) => [day, paymentsVerified]),
      all: payments.verified,
      steps: steps.find(({ step }) => step === 'paid')?.count,
    }
  }
  expect(await verifiedDays()).toEqual({ days: [['2026-03-03', 1]], all: 1, steps: 1 })
  at('2026-03-08T02:00:00Z')
  await t.call(reopenPayment, { as: await now(admin), params, body: { reason: 'Not ours.' } })
  expect(await verifiedDays()).toEqual({ days: [], all: 0, steps: 0 })
  at('2026-03-09T02:00:00Z')
  await t.call(verifyPayment, { as: await now(admin), params, body: { reference: 'B2' } })
  expect(await verifiedDays()).toEqual({ days: [['2026-03-09', 1]], all: 1, steps: 1 })
})

test('who reviews no more is told with what they did: the reviews add up to those that have a score or none', async () => {
  const before = await read()
  const body = { role: 'author' as const }
  const taken = await t.call(changeUser, { as: await now(admin), params: { userId: omar.id }, body })
  expect(taken.status).toBe(200)
  const left = await t.call(deleteAccount, { as: await now(rita), body: { password: rita.password } })
  expect(left.status).toBe(200)
  const { reviewers, scores, unscored } = await read()
  const of = (all: typeof reviewers, id: string) => all.find((one) => one.id === id)
  for (const [who, name] of [
    [omar, 'Omar Other'],
    [rita, 'Deleted account'],
  ] as const) {
    const was = of(before.reviewers, who.id)
    expect(of(reviewers, who.id)).toEqual({ ...was, name, open: 0, overdue: 0, former: true })
    expect(was?.done).toBeGreaterThan(0)
  }
  const counted = scores.reduce(
    (sum, bin) => sum + bin.approved + bin.request_change + bin.declined,
    unscored,
  )
  expect(reviewers.reduce((sum, { done }) => sum + done, 0)).toBe(counted)
})

test('money that came in parts, is held or looked for is counted as the payments desk lists it', async () => {
  const cast = { author, reviewer: await makePerson(t, { role: 'reviewer' }), admin }
  const [part, sought, held] = [
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
  ]
  const as = await now(admin)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, feeAmount: '250.00' }, revision } })
  const before = (await read()).payments
  const body = { amount: '100', as: 'part' as const }
  for (const params of [part, held])
    expect((await t.call(verifyPayment, { as, params, body })).status).toBe(200)
  const authors = await now(author)
  await t.call(reportPayment, { as: authors, params: sought, body: {} })
  for (const params of [sought, held])
    await t.call(withdrawAbstract, { as: authors, params, body: { reason: 'We cannot come.' } })
  const { payments } = await read()
  expect(payments).toEqual({
    ...before,
    awaiting: before.awaiting - 2,
    part: before.part + 1,
    held: 2,
    sought: 1,
  })
  const [late, waits] = [
    await submissionAt(t, 'awaiting_payment', cast),
    await submissionAt(t, 'awaiting_payment', cast),
  ]
  await t.call(reportPayment, { as: authors, params: late, body: {} })
  t.clock.now = new Date(t.clock.now.getTime() + 30 * 86_400_000)
  await t.call(reportPayment, { as: await now(author), params: waits, body: {} })
  const then = (await read()).payments
  expect(then).toEqual({ ...payments, reported: payments.reported + 2, late: payments.late + 1 })
  for (const status of moneyStates) {
    const { count } = (await t.call(listPayments, { as: await now(admin), query: { status, limit: 1 } })).body
    expect([status, count]).toEqual([status, then[status]])
  }
})

test('of more reviewers than are shown the answer says how many there are, and the file has them all', async () => {
  const all = REVIEWERS_SHOWN + 54
  const { reviewersInAll } = await read()
  await t.transact((ctx) =>
    ctx.tx.insert(users).values(
      Array.from({ length: all - reviewersInAll }, (_, at) => ({
        id: ctx.newId(),
        email: `many${at}@crowd.example`,
        name: `Many ${at}`,
        role: 'reviewer' as const,
        createdAt: ctx.now,
      })),
    ),
  )
  const found = await read()
  expect([found.reviewers.length, found.reviewersInAll]).toEqual([REVIEWERS_SHOWN, all])
  const file = async (name: string) => {
    const headers = { authorization: `Bearer ${await now(admin)}` }
    return (await t.app.http.inject({ method: 'GET', url: `/api/admin/export/${name}.csv`, headers })).payload
  }
  const lines = (await file('statistics-reviewers')).trimEnd().split('\r\n')
  expect(lines.length).toBe(1 + all)
  expect(lines).toContainEqual(expect.stringMatching(/^Deleted account,yes,[1-9],0,0,0$/))
  for (const name of ['statistics-stages', 'statistics-steps', 'statistics-payments'])
    expect([name, await file(name)]).toEqual([name, expect.not.stringMatching(/^\w+_\w+|^[a-z]/m)])
  expect(await file('statistics-stages')).toContain('Awaiting payment,')
  expect(await file('statistics-payments')).toContain('"Of these, late",')
})

test('a paper that its author deleted counts no more; the one uploaded instead counts once, on its own day', async () => {
  const papersOf = async (day: string) => (await read()).days.find((found) => found.day === day)?.papers ?? 0
  at('2026-03-10T02:00:00Z')
  const cast = { author, reviewer: await makePerson(t, { role: 'reviewer' }), admin }
  const { abstractId, paperId } = await submissionAt(t, 'paper_submitted', cast)
  expect(await papersOf('2026-03-10')).toBe(1)
  at('2026-03-11T02:00:00Z')
  expect((await t.call(deletePaper, { as: await now(author), params: { paperId } })).status).toBe(200)
  expect(await papersOf('2026-03-10')).toBe(0)
  const again = await t.upload(submitPaper, {
    as: await now(author),
    params: { abstractId },
    file: await makePdf(),
  })
  expect(again.status).toBe(200)
  expect([await papersOf('2026-03-10'), await papersOf('2026-03-11')]).toEqual([0, 1])
})
