import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawFromPaper } from '#shared/reviewing/contract.ts'
import { assignReviewer, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { replacePaper, submissionAt } from '#tests/submission-at.ts'
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
  await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
  await t.drain()
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
