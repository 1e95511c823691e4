import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tell } from '#server/features/notices/tell.ts'
import type { AuthorDue } from '#server/features/reminders/author-dues.ts'
import { uploadReminder } from '#server/features/reminders/messages.ts'
import { reopenPayment, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { forgotPassword } from '#shared/people/contract.ts'
import { inviteReviewers, listInvitations, revokeInvitation } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { logIn, makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** What becomes of mails that the mail server put off until what they say was so no more. */
let t: TestPortal
let smtp: SmtpPeer
let cast: Cast
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

async function putOff(deed: () => Promise<unknown>) {
  await t.drain()
  smtp.answerWith({ code: 451, message: 'later' })
  await deed()
  await t.drain()
  smtp.answerWith(undefined)
  t.clock.advance(1000)
}
/** The server is there again. */
async function goOn() {
  await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
  await t.drain()
}
/** The mails of a kind to somebody in their order: what became of each, and how often it arrived. */
async function mailsTo(address: string, kind: string) {
  const theirs = (await t.mails()).filter((one) => one.toAddress === address && one.kind === kind)
  return theirs.map(({ state, messageId }) => {
    const times = smtp.received.filter((mail) => mail.messageId === messageId).length
    return `${state}, arrived ${times} times`
  })
}
const away = 'discarded, arrived 0 times'
const sent = 'sent, arrived 1 times'

test('an invitation that was revoked and a link that has expired do not go any more, others do', async () => {
  const as = cast.admin.token
  const [gone, good] = ['gone@guests.example', 'good@guests.example']
  await putOff(async () => {
    for (const email of [gone, good]) await t.call(inviteReviewers, { as, body: { email } })
  })
  const { items } = (await t.call(listInvitations, { as, query: { q: gone } })).body
  const params = { invitationId: items[0]?.id ?? '' }
  expect((await t.call(revokeInvitation, { as, params })).status).toBe(200)
  const { email } = await makePerson(t, { role: 'author', email: 'forgot@guests.example' })
  await putOff(() => t.call(forgotPassword, { body: { email } }))
  t.clock.advance(2 * 3_600_000)
  await goOn()
  expect([await mailsTo(gone, 'invitation'), await mailsTo(good, 'invitation')]).toEqual([[away], [sent]])
  expect(await mailsTo(email, 'reset_password')).toEqual([away])
})

test('nobody is asked for a payment that was confirmed or reported, is not due, or of which another mail tells', async () => {
  const admin = await logIn(t, cast.admin.email, cast.admin.password)
  const { settings, revision } = (await t.call(readSettings, { as: admin })).body
  const body = { settings: { ...settings, feeAmount: '250.00', feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as: admin, body })).status).toBe(200)
  const part = async (params: MadeSubmission, amount: string) =>
    expect((await t.call(verifyPayment, { as: admin, params, body: { amount, as: 'part' } })).status).toBe(
      200,
    )
  const verify = async (params: MadeSubmission) =>
    expect((await t.call(verifyPayment, { as: admin, params, body: {} })).status).toBe(200)
  const reopen = async (params: MadeSubmission) =>
    expect((await t.call(reopenPayment, { as: admin, params, body: { reason: 'No.' } })).status).toBe(200)
  const asked = async (kind: string, begin: (made: MadeSubmission) => Promise<unknown>) => {
    const author = await makePerson(t, { role: 'author' })
    const made = await submissionAt(t, 'awaiting_payment', { ...cast, author })
    await putOff(() => begin(made))
    return { made, author, mails: () => mailsTo(author.email, kind) }
  }
  const waits = await asked('payment_part', (made) => part(made, '100'))
  const paid = await asked('payment_part', (made) => part(made, '100'))
  await verify(paid.made)
  const reported = await asked('payment_reopened', async (made) => {
    await verify(made)
    t.clock.advance(1000)
    await reopen(made)
  })
  const by = reported.author.token
  expect((await t.call(reportPayment, { as: by, params: reported.made, body: {} })).status).toBe(200)
  const withdrawn = await asked('payment_part', (made) => part(made, '100'))
  const reason = { reason: 'No time.' }
  const left = await t.call(withdrawAbstract, {
    as: withdrawn.author.token,
    params: withdrawn.made,
    body: reason,
  })
  expect(left.status).toBe(200)
  const twice = await asked('payment_part', (made) => part(made, '100'))
  await part(twice.made, '50')
  await goOn()
  expect(await Promise.all([waits, paid, reported, withdrawn, twice].map(({ mails }) => mails()))).toEqual([
    [sent],
    [away],
    [away],
    [away],
    [away, sent],
  ])
})

test('nobody is reminded of a file that is in, nor of its date after they were told that it has passed', async () => {
  const remind = (
    author: { id: string },
    due: Pick<AuthorDue, 'kind' | 'abstractId' | 'name'>,
    isLate = false,
  ) =>
    t.transact((ctx) => {
      const when = { dueAt: ctx.now, since: ctx.now, closes: null }
      const message = uploadReminder(ctx, { ...due, ...when, userId: author.id, thing: '' }, isLate, 'UTC')
      return tell(ctx, [author.id], message)
    })
  const reminded = async (stage: 'awaiting_paper' | 'none') => {
    const author = await makePerson(t, { role: 'author' })
    const mine = { ...cast, author }
    const made = stage === 'none' ? undefined : await submissionAt(t, stage, mine)
    const about = made?.abstractId ?? ''
    const kind = made === undefined ? 'abstract' : 'paper'
    const due = { kind, abstractId: about, name: about } as const
    await putOff(() => remind(author, due))
    const remindLate = () => remind(author, due, true)
    return { made, mine, remindLate, mails: () => mailsTo(author.email, 'upload_due') }
  }
  const [late, gone] = [await reminded('awaiting_paper'), await reminded('awaiting_paper')]
  const withdrawn = await t.call(withdrawAbstract, {
    as: gone.mine.author.token,
    params: gone.made ?? { abstractId: '' },
    body: { reason: 'No time.' },
  })
  expect(withdrawn.status).toBe(200)
  const [idle, begun] = [await reminded('none'), await reminded('none')]
  await submissionAt(t, 'abstract_submitted', begun.mine)
  const passed = await reminded('awaiting_paper')
  await passed.remindLate()
  await goOn()
  expect(await Promise.all([late, gone, idle, begun, passed].map(({ mails }) => mails()))).toEqual([
    [sent],
    [away],
    [sent],
    [away],
    [away],
  ])
  expect(await mailsTo(passed.mine.author.email, 'upload_late')).toEqual([sent])
})
