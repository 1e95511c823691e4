import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encrypt } from '#server/core/sealing.ts'
import { deriveSecrets } from '#server/core/secrets.ts'
import { idempotencyKeys } from '#server/db/schema.ts'
import { login, refreshToken } from '#shared/people/contract.ts'
import { inviteReviewers, listInvitations, resendInvitation } from '#shared/people/desk-contract.ts'
import { makeCalendarFeed, readCalendar } from '#shared/reminders/contract.ts'
import { listOngoing, submitAbstract, withdrawAbstract } from '#shared/submissions/contract.ts'
import { approveAbstract, declineAbstract, previewAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from './factories.ts'
import { submissionAt } from './submission-at.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const keyed = (key: string) => ({ 'idempotency-key': key })
const cast = () => ({ author: ada, admin, reviewer: admin })

test('the same key with the same file gives the first answer again and submits once', async () => {
  const given = { as: ada.token, file: await makePdf(), headers: keyed('submit-1') }
  const first = await t.upload(submitAbstract, given)
  const again = await t.upload(submitAbstract, given)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await t.call(listOngoing, { as: ada.token })).body.count).toBe(1)
})

test('the same key with another file is refused', async () => {
  const answer = await t.upload(submitAbstract, {
    as: ada.token,
    file: await makePdf({ pages: 2 }),
    headers: keyed('submit-1'),
  })
  expect([answer.status, answer.refusal.error]).toEqual([409, 'key_reused'])
})

test('what is kept of an answer lets nobody in, and what an earlier release kept is given again', async () => {
  const given = { as: ada.token, headers: keyed('calendar-1') }
  const first = await t.call(makeCalendarFeed, given)
  const link = /calendar\/(.+)\.ics/.exec(first.body.url ?? '')?.[1] ?? 'none'
  expect((await t.call(readCalendar, { params: { link } })).status).toBe(200)
  const row = eq(idempotencyKeys.key, 'calendar-1')
  const [kept] = await t.database.db.select().from(idempotencyKeys).where(row)
  expect([kept?.answer, JSON.stringify(kept)]).toEqual([
    expect.stringMatching(/^v1\.[\w-]+$/),
    expect.not.stringContaining(link),
  ])
  expect((await t.call(makeCalendarFeed, given)).body).toEqual(first.body)
  await t.database.db.update(idempotencyKeys).set({ answer: first.body }).where(row)
  expect((await t.call(makeCalendarFeed, given)).body).toEqual(first.body)
})

test('what was kept under a secret that the portal had before is refused with a reason, and not done again', async () => {
  const given = { as: ada.token, headers: keyed('calendar-2') }
  const row = and(eq(idempotencyKeys.key, 'calendar-2'), eq(idempotencyKeys.userId, ada.id))
  const first = await t.call(makeCalendarFeed, given)
  const [kept] = await t.database.db.select().from(idempotencyKeys).where(row)
  const name = `${ada.id} ${kept?.call} calendar-2`
  const before = deriveSecrets('another secret, of forty characters here').answers
  const answer = encrypt(before, name, JSON.stringify(first.body), randomBytes)
  await t.database.db.update(idempotencyKeys).set({ answer }).where(row)
  const again = await t.call(makeCalendarFeed, given)
  expect([again.status, again.refusal]).toEqual([
    409,
    { error: 'key_unreadable', message: expect.stringContaining('secret has changed since') },
  ])
  const link = /calendar\/(.+)\.ics/.exec(first.body.url ?? '')?.[1] ?? 'none'
  expect((await t.call(readCalendar, { params: { link } })).status).toBe(200)
})

test('an invitation sent again under its key goes out once, and another one under it is refused', async () => {
  const invitations = ['zoe@south.example', 'ann@south.example', 'Zoe@south.example'].map((email) => ({
    email,
  }))
  const given = { as: admin.token, body: { invitations }, headers: keyed('invite-1') }
  const mailed = async () => (await t.mails()).filter(({ kind }) => kind === 'invitation').length
  const first = await t.call(inviteReviewers, given)
  expect(first.body.items.map(({ email }) => email)).toEqual(['zoe@south.example', 'ann@south.example'])
  expect(first.body.skipped.map(({ email }) => email)).toEqual(['Zoe@south.example'])
  const again = await t.call(inviteReviewers, given)
  expect([again.status, again.body, await mailed()]).toEqual([200, first.body, 2])
  const other = await t.call(inviteReviewers, { ...given, body: { email: 'uma@south.example' } })
  expect([other.status, other.refusal.error, await mailed()]).toEqual([409, 'key_reused', 2])
  const kept = JSON.stringify(await t.database.db.select().from(idempotencyKeys))
  expect(kept).not.toContain('south.example')

  const params = { invitationId: first.body.items[0]?.id ?? '' }
  const resend = { as: admin.token, params, headers: keyed('resend-1') }
  const resent = await t.call(resendInvitation, resend)
  expect((await t.call(resendInvitation, resend)).body).toEqual(resent.body)
  expect([resent.status, await mailed()]).toEqual([200, 3])
  expect((await t.call(listInvitations, { as: admin.token })).body.count).toBe(2)
})

test('a key belongs to one person and one call', async () => {
  const eve = await makePerson(t, { role: 'author' })
  const answer = await t.upload(submitAbstract, {
    as: eve.token,
    file: await makePdf(),
    headers: keyed('submit-1'),
  })
  expect(answer.status).toBe(200)
})

test('where nobody is logged in a key changes nothing', async () => {
  const body = { email: ada.email, password: ada.password }
  const { refreshToken: given } = (await t.call(login, { body })).body
  const answers = [
    await t.call(refreshToken, { body: { refreshToken: given }, headers: keyed('refresh-1') }),
    await t.call(refreshToken, { body: { refreshToken: 'none' }, headers: keyed('refresh-1') }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  expect(answers[1]?.refusal.error).toBe('refresh_failed')
})

test('a refusal is given again too, and what it refused stays undone', async () => {
  const { abstractId } = await submissionAt(t, 'awaiting_paper', cast())
  const given = { as: admin.token, params: { abstractId }, body: {}, headers: keyed('approve-1') }
  const first = await t.call(approveAbstract, given)
  expect([first.status, first.refusal.error]).toEqual([409, 'wrong_state'])
  expect((await t.call(approveAbstract, given)).refusal).toEqual(first.refusal)
})

test('after a day the key is free again', async () => {
  const { abstractId } = await submissionAt(t, 'abstract_submitted', cast())
  const withdraw = { params: { abstractId }, body: { reason: 'no time' }, headers: keyed('withdraw-1') }
  expect((await t.call(withdrawAbstract, { as: ada.token, ...withdraw })).status).toBe(200)
  expect((await t.call(withdrawAbstract, { as: ada.token, ...withdraw })).status).toBe(200)
  t.clock.advance(24 * 3600 * 1000 + 1)
  const { logIn } = await import('./factories.ts')
  const token = await logIn(t, ada.email, ada.password)
  expect((await t.call(withdrawAbstract, { as: token, ...withdraw })).status).toBe(409)
})

test('of two decisions at once one wins, and the other is told', async () => {
  const token = (await makePerson(t, { role: 'admin' })).token
  for (let round = 0; round < 10; round += 1) {
    const { abstractId } = await submissionAt(t, 'abstract_submitted', cast())
    const params = { abstractId }
    const answers = await Promise.all([
      t.call(approveAbstract, { as: token, params, body: {} }),
      t.call(declineAbstract, { as: token, params, body: { confirmText: 'DECLINE', reason: 'no' } }),
    ])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const { timeline } = (await t.call(previewAbstract, { as: token, params })).body
    expect(timeline.map(({ kind }) => kind)).toHaveLength(2)
  }
})
