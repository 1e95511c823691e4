import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emails } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { reviewReminder } from '#server/features/reminders/review-messages.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { withdrawFromPaper } from '#shared/reviewing/contract.ts'
import {
  approvePaperAsChair,
  assignReviewer,
  reopenPaper,
  unassignReviewer,
} from '#shared/reviewing/desk-contract.ts'
import { changeDue } from '#shared/reviewing/reviewer-desk-contract.ts'
import { deleteAbstract, deletePaper, withdrawAbstract } from '#shared/submissions/contract.ts'
import { restoreAbstract } from '#shared/submissions/deleted-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { type MadeSubmission, replacePaper, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let smtp: SmtpPeer
let admin: MadePerson
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

/** The server is there again. */
async function goOn() {
  await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
  await t.drain()
}

test('a mail about an assignment that the server put off does not go after one that says the opposite', async () => {
  const author = await makePerson(t, { role: 'author' })
  const [first, rita] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer', email: 'rita@north.example' }),
  ]
  const cast = { author, reviewer: first, admin }
  const [made, other] = [
    await submissionAt(t, 'paper_submitted', cast),
    await submissionAt(t, 'paper_submitted', cast),
  ]
  await t.drain()
  const assign = async ({ paperId }: { paperId: string }) =>
    expect(
      (
        await t.call(assignReviewer, {
          as: admin.token,
          params: { paperId },
          body: { reviewerId: rita.id },
        })
      ).status,
    ).toBe(200)
  const takeOff = async ({ paperId }: { paperId: string }) =>
    expect(
      (
        await t.call(unassignReviewer, {
          as: admin.token,
          params: { paperId, reviewerId: rita.id },
        })
      ).status,
    ).toBe(200)
  const mails = async () =>
    (await t.mails())
      .filter(({ toAddress }) => toAddress === rita.email)
      .map(({ kind, state, subject }) => [kind, state, subject.includes(made.paperId)])
  const putOff = async (deed: () => Promise<void>) => {
    smtp.answerWith({ code: 451, message: 'later' })
    await deed()
    await t.drain()
    smtp.answerWith(undefined)
    t.clock.advance(1000)
  }
  await putOff(async () => {
    await assign(made)
    await assign(other)
  })
  await takeOff(made)
  expect(await mails()).toEqual([
    ['assigned', 'discarded', true],
    ['assigned', 'queued', false],
    ['unassigned', 'queued', true],
  ])
  await putOff(() => Promise.resolve())
  await assign(made)
  await goOn()
  expect(await mails()).toEqual([
    ['assigned', 'discarded', true],
    ['assigned', 'sent', false],
    ['unassigned', 'discarded', true],
    ['assigned', 'sent', true],
  ])
  // Nor after the reviewer gave the paper back.
  const third = await submissionAt(t, 'paper_submitted', cast)
  await t.drain()
  await putOff(() => assign(third))
  const params = { paperId: third.paperId }
  const back = await t.call(withdrawFromPaper, { as: rita.token, params, body: { reason: 'No time.' } })
  expect(back.status).toBe(200)
  expect((await mails()).at(-1)).toEqual(['assigned', 'discarded', false])
  // A paper that was replaced or reopened, or came revised, asks for a review too.
  const fourth = await submissionAt(t, 'paper_submitted', { ...cast, reviewer: rita })
  await t.drain()
  await putOff(() => replacePaper(t, fourth, author))
  const gave = await t.call(withdrawFromPaper, {
    as: rita.token,
    params: { paperId: fourth.paperId },
    body: { reason: 'No time.' },
  })
  expect(gave.status).toBe(200)
  expect((await mails()).at(-1)).toEqual(['paper_replaced', 'discarded', false])
})

test('nobody is asked for a review of a paper that was decided or taken back while the server was away', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer', email: 'rolf@north.example' })
  const remind = (...papers: MadeSubmission[]) =>
    t.transact((ctx) => {
      const dues = papers.map(({ paperId }) => ({
        ...{ userId: reviewer.id, thing: paperId, name: paperId, closes: null },
        ...{ dueAt: t.clock.now, since: t.clock.now },
      }))
      const [first, ...more] = dues
      if (first === undefined) throw new Error('no paper is due')
      return tell(ctx, [reviewer.id], reviewReminder(ctx, [first, ...more], 'review_due', 'UTC'))
    })
  const mailsOf = async ({ paperId }: MadeSubmission) =>
    (await t.mails())
      .filter(({ toAddress, body }) => toAddress === reviewer.email && body.includes(paperId))
      .map(({ kind, state }) => `${kind} ${state}`)
  const ends: [string, (made: MadeSubmission, author: MadePerson) => Promise<{ status: number }>][] = [
    [
      'paper_gone',
      (params, { token: as }) => t.call(withdrawAbstract, { as, params, body: { reason: 'No time.' } }),
    ],
    ['paper_gone', (params, { token: as }) => t.call(deleteAbstract, { as, params })],
    ['paper_gone', (params, { token: as }) => t.call(deletePaper, { as, params })],
    ['paper_gone', (_, { token: as, password }) => t.call(deleteAccount, { as, body: { password } })],
    ['review_overtaken', (params) => t.call(approvePaperAsChair, { as: admin.token, params, body: {} })],
  ]
  for (const [told, end] of ends) {
    const author = await makePerson(t, { role: 'author' })
    await t.drain()
    smtp.answerWith({ code: 451, message: 'later' })
    const [made, other] = [
      await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
      await submissionAt(t, 'paper_submitted', {
        author: await makePerson(t, { role: 'author' }),
        reviewer,
        admin,
      }),
    ]
    await remind(made)
    await remind(made, other)
    await t.drain()
    smtp.answerWith(undefined)
    t.clock.advance(1000)
    expect((await end(made, author)).status).toBe(200)
    expect(await mailsOf(made)).toEqual([
      'assigned discarded',
      'review_due discarded',
      'review_due queued',
      `${told} queued`,
    ])
    expect(await mailsOf(other)).toEqual(['assigned queued', 'review_due queued'])
  }
})

test('nobody is told that no review is needed of a paper that is wanted again', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer', email: 'rosa@north.example' })
  const body = { reason: 'By mistake.' }
  type Deed = (made: MadeSubmission, author: MadePerson) => Promise<unknown>
  const comebacks: [string, Deed, string, Deed][] = [
    [
      'paper_gone',
      (params, { token: as }) => t.call(deletePaper, { as, params }),
      'paper_replaced',
      (made, author) => replacePaper(t, made, author),
    ],
    [
      'paper_gone',
      (params, { token: as }) => t.call(deleteAbstract, { as, params }),
      'paper_back',
      (params) => t.call(restoreAbstract, { as: admin.token, params, body }),
    ],
    [
      'review_overtaken',
      (params) => t.call(approvePaperAsChair, { as: admin.token, params, body: {} }),
      'review_reopened',
      (params) => t.call(reopenPaper, { as: admin.token, params, body }),
    ],
  ]
  for (const [told, end, again, comeBack] of comebacks) {
    const author = await makePerson(t, { role: 'author' })
    const [made, over] = [
      await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
      await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
    ]
    await t.drain()
    smtp.answerWith({ code: 451, message: 'later' })
    for (const one of [made, over]) await end(one, author)
    await t.drain()
    smtp.answerWith(undefined)
    t.clock.advance(1000)
    await comeBack(made, author)
    await goOn()
    const mailsOf = async ({ paperId }: MadeSubmission) =>
      (await t.mails())
        .filter(({ toAddress, body }) => toAddress === reviewer.email && body.includes(paperId))
        .map(({ kind, state }) => `${kind} ${state}`)
    expect(await mailsOf(made)).toEqual(['assigned sent', `${told} discarded`, `${again} sent`])
    expect(await mailsOf(over)).toEqual(['assigned sent', `${told} sent`])
  }
})

test('a mail that asks for a review, and is being tried while the paper is decided, is not tried once more', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer', email: 'ruth@north.example' })
  const author = await makePerson(t, { role: 'author' })
  await t.drain()
  smtp.answerWith({ code: 451, message: 'later' })
  const [made, open] = [
    await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
    await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
  ]
  await t.drain()
  smtp.answerWith(undefined)
  const asked = async () => {
    const all = (await t.mails()).filter((one) => one.toAddress === reviewer.email && one.kind === 'assigned')
    return Object.fromEntries(all.map(({ body, state }) => [body.match(/P\d\d-[\w-]+/)?.[0], state]))
  }
  const isTheirs = eq(emails.toAddress, reviewer.email)
  const until = (claimedUntil: Date | null) =>
    t.database.db.update(emails).set({ claimedUntil }).where(isTheirs)
  await until(new Date(t.clock.now.getTime() + 60_000))
  const decided = await t.call(approvePaperAsChair, { as: admin.token, params: made, body: {} })
  expect(decided.status).toBe(200)
  expect(await asked()).toEqual({ [made.paperId]: 'queued', [open.paperId]: 'queued' })
  await until(null)
  await goOn()
  expect(await asked()).toEqual({ [made.paperId]: 'discarded', [open.paperId]: 'sent' })
})

test('of two mails about a due date that the server put off only the later one is sent', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer', email: 'remo@north.example' })
  const author = await makePerson(t, { role: 'author' })
  const [made, other] = [
    await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
    await submissionAt(t, 'paper_submitted', { author, reviewer, admin }),
  ]
  await t.drain()
  smtp.answerWith({ code: 451, message: 'later' })
  const due = async ({ paperId }: MadeSubmission, days: number) => {
    const body = { dueAt: new Date(t.clock.now.getTime() + days * 24 * 3_600_000).toISOString() }
    const params = { paperId, reviewerId: reviewer.id }
    expect((await t.call(changeDue, { as: admin.token, params, body })).status).toBe(200)
    await t.drain()
    t.clock.advance(1000)
  }
  await due(made, 10)
  await due(other, 10)
  await due(made, 3)
  smtp.answerWith(undefined)
  await goOn()
  const mails = (await t.mails()).filter(({ toAddress }) => toAddress === reviewer.email)
  const changed = mails.filter(({ kind }) => kind === 'due_changed')
  expect(changed.map(({ state, subject }) => [subject.includes(made.paperId), state])).toEqual([
    [true, 'discarded'],
    [false, 'sent'],
    [true, 'sent'],
  ])
})
