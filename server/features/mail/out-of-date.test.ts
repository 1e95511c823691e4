import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emails } from '#server/db/schema.ts'
import { messageKinds } from '#server/messages.ts'
import { readEmail, retryEmail, retryEmails } from '#shared/mail/contract.ts'
import { reopenPayment, verifyPayment } from '#shared/payments/contract.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, register, resetPassword } from '#shared/people/contract.ts'
import {
  inviteReviewers,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '#shared/people/desk-contract.ts'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { reopenAbstract } from '#shared/submissions/desk-contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { outOfDate } from './out-of-date.ts'

let t: TestPortal
let chair: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  chair = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const HOUR = 3_600_000
const asChair = async () => ({ as: await logIn(t, chair.email, chair.password) })

/** The last mail of a kind to an address. */
async function last(address: string, kind: string): Promise<string> {
  await t.drain()
  const mail = (await t.mails()).findLast((one) => one.toAddress === address && one.kind === kind)
  if (mail === undefined) throw new Error(`no ${kind} to ${address}`)
  return mail.id
}

/** What the mail's page says, and what comes of sending it again all the same. */
async function again(emailId: string) {
  const who = await asChair()
  const { outOfDate } = (await t.call(readEmail, { ...who, params: { emailId } })).body
  const sent = await t.call(retryEmail, { ...who, params: { emailId } })
  await t.drain()
  if (outOfDate === null) expect(sent.status).toBe(200)
  else expect([sent.status, sent.refusal.message]).toEqual([409, `This mail is not sent again. ${outOfDate}`])
  return outOfDate
}

test('an invitation is sent again while its PIN is good, and no longer', async () => {
  const invite = async (email: string) => {
    await t.call(inviteReviewers, { ...(await asChair()), body: { email } })
    const { items } = (await t.call(listInvitations, { ...(await asChair()), query: { q: email } })).body
    return { emailId: await last(email, 'invitation'), params: { invitationId: items[0]?.id ?? '' } }
  }
  const first = await invite('replaced@south.example')
  expect(await again(first.emailId)).toBeNull()
  t.clock.advance(1000)
  await t.call(resendInvitation, { ...(await asChair()), params: first.params })
  expect(await again(first.emailId)).toMatch(/^A newer mail has another PIN/)
  const second = await last('replaced@south.example', 'invitation')
  expect(await again(second)).toBeNull()
  await t.call(revokeInvitation, { ...(await asChair()), params: first.params })
  expect(await again(second)).toMatch(/^The invitation was revoked\. Invite the person again/)
  expect(await again(first.emailId)).toMatch(/^Its PIN is good no longer\. Invite the person again/)
  const late = await invite('late@south.example')
  t.clock.advance(31 * 24 * HOUR)
  expect(await again(late.emailId)).toMatch(/^The invitation has expired\. Send it again under Reviewers/)
  await t.database.db.execute(sql`update invitations set accepted_at = now(), accepted_by = ${chair.id}
    where email = 'late@south.example'`)
  expect(await again(late.emailId)).toMatch(/^The invitation was accepted/)
})

test('a link is sent again until one like it was used or it has expired', async () => {
  const ada = await makePerson(t, { role: 'author', email: 'ada@links.example' })
  await t.call(forgotPassword, { body: { email: ada.email } })
  const first = await last(ada.email, 'reset_password')
  expect(await again(first)).toBeNull()
  t.clock.advance(HOUR / 2)
  await t.call(forgotPassword, { body: { email: ada.email } })
  const second = await last(ada.email, 'reset_password')
  // A stranger who asks for another ends none that the owner has.
  expect([await again(first), await again(second)]).toEqual([null, null])
  const text = (await t.mails()).find(({ id }) => id === second)?.text ?? ''
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? '')
  await t.call(resetPassword, { body: { token, password: ada.password } })
  for (const one of [first, second])
    expect(await again(one)).toMatch(/^Its link is good no longer: .* “Forgot password”\.$/)

  const as = await logIn(t, ada.email, ada.password)
  await t.call(changeEmail, { as, body: { email: 'ada@new.example', password: ada.password } })
  const confirm = await last('ada@new.example', 'confirm_new_email')
  expect(await again(confirm)).toBeNull()
  await t.call(register, {
    body: { name: 'Nora', email: 'nora@links.example', password: 'a long sentence of hers' },
  })
  const verify = await last('nora@links.example', 'verify_email')
  expect(await again(verify)).toBeNull()
  t.clock.advance(25 * HOUR)
  expect([await again(confirm), await again(verify)]).toEqual([
    expect.stringMatching(/in their profile\.$/),
    expect.stringMatching(/under People/),
  ])
})

test('of every kind with a link that lets in, none is sent again once the link is good no longer', async () => {
  const email = 'twice@links.example'
  const registerBy = (password: string) => t.call(register, { body: { name: 'Tilda', email, password } })
  await registerBy('a long sentence of hers')
  await registerBy('another long sentence')
  const id = await last(email, 'registered_again')
  expect(await again(id)).toBeNull()
  t.clock.advance(31 * 24 * HOUR)
  const kinds = messageKinds.filter(({ secretLink }) => secretLink).map(({ key }) => key)
  expect(kinds.length).toBeGreaterThan(5)
  for (const kind of kinds) {
    const { db } = t.database
    await db.update(emails).set({ kind }).where(eq(emails.id, id))
    const [mail] = await db
      .select({ reason: outOfDate(t.clock) })
      .from(emails)
      .where(eq(emails.id, id))
    expect([kind, mail?.reason]).toEqual([kind, expect.stringMatching(/good no longer/)])
  }
})

test('a decision that was taken back, and a void receipt, are not sent again; of many it is said to whom and why', async () => {
  const cast = {
    author: await makePerson(t, { role: 'author', email: 'author@decisions.example' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: { ...chair, token: (await asChair()).as },
  }
  const accepted = await submissionAt(t, 'awaiting_paper', cast)
  const mail = await last(cast.author.email, 'abstract_approve')
  expect(await again(mail)).toBeNull()
  t.clock.advance(1000)
  await t.call(reopenAbstract, { ...(await asChair()), params: accepted, body: { reason: 'By mistake.' } })
  expect(await again(mail)).toMatch(/^The decision was taken back, or another followed/)
  const told = await last(cast.author.email, 'abstract_reopened')
  expect(await again(told)).toBeNull()
  await t.call(withdrawAbstract, { as: cast.author.token, params: accepted, body: { reason: 'No time.' } })
  expect(await again(told)).toBe('The submission was withdrawn or deleted since.')

  const paid = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(verifyPayment, { ...(await asChair()), params: paid, body: {} })
  await t.drain()
  const receipt = (await t.mails()).findLast(({ attached }) => attached !== null)?.id ?? ''
  expect(await again(receipt)).toBeNull()
  await t.call(reopenPayment, { ...(await asChair()), params: paid, body: { reason: 'Another paper’s.' } })
  expect(await again(receipt)).toMatch(/^Its receipt is void/)

  const good = await last(cast.author.email, 'payment_reopened')
  const many = await t.call(retryEmails, { ...(await asChair()), body: { ids: [mail, receipt, good] } })
  expect(many.body).toEqual({
    message:
      '1 mail is not sent. Mails are kept in the portal: no mail server is set up. Not sent to author@decisions.example: The decision was taken back, or another followed. Send again the mail that tells of the last one. Not sent to author@decisions.example: Its receipt is void. The author finds the one in force with the submission.',
    done: 1,
    left: 0,
    leftOut: [
      expect.objectContaining({ id: mail, toAddress: cast.author.email }),
      expect.objectContaining({ id: receipt, reason: expect.stringMatching(/void/) }),
    ],
  })
})
