import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEmails, readEmail, retryEmail, retryEmails } from '#shared/mail/contract.ts'
import * as contract from '#shared/mail/desk-contract.ts'
import { inviteReviewers, resendInvitation } from '#shared/people/desk-contract.ts'
import { config } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const kept = 'Mails are kept in the portal: no mail server is set up.'

let t: TestPortal
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  as = (await makePerson(t, { role: 'admin', email: 'clara@chair.example' })).token
})
afterAll(() => t.close())

test('without a mail server nothing is called sent, and whoever asks can know it beforehand', async () => {
  expect((await t.call(config, {})).body.sendsMail).toBe(false)

  const params = { key: 'paper_received' }
  const { text } = (await t.call(contract.readEmailTemplate, { as, params })).body
  const tried = await t.call(contract.testEmailTemplate, { as, params, body: text })
  expect(tried.body.message).toBe(`A test to clara@chair.example was written. ${kept}`)

  const invitations = [{ email: 'ida@invited.example' }]
  const invited = (await t.call(inviteReviewers, { as, body: { invitations } })).body
  expect(invited.message).toBe(`Invitation written. ${kept}`)
  const again = { as, params: { invitationId: invited.items[0]?.id ?? '' } }
  expect((await t.call(resendInvitation, again)).body.message).toBe(`Invitation written again. ${kept}`)

  await t.drain()
  const { items } = (await t.call(listEmails, { as, query: { q: 'clara@chair.example' } })).body
  const emailId = items[0]?.id ?? ''
  const retried = await t.call(retryEmail, { as, params: { emailId } })
  expect(retried.body.message).toBe(`The mail is not sent. ${kept}`)
  const all = await t.call(retryEmails, { as, body: { ids: [emailId] } })
  expect(all.body.message).toBe(`1 mail is not sent. ${kept}`)
  await t.drain()
  expect((await t.call(readEmail, { as, params: { emailId } })).body.state).toBe('kept')
})

test('with a mail server it is on its way', async () => {
  const smtp = await openSmtpPeer()
  const other = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  try {
    const chair = (await makePerson(other, { role: 'admin' })).token
    expect((await other.call(config, {})).body.sendsMail).toBe(true)
    const body = { invitations: [{ email: 'ida@invited.example' }, { email: 'ivo@invited.example' }] }
    expect((await other.call(inviteReviewers, { as: chair, body })).body.message).toBe('2 invitations sent.')
  } finally {
    await other.close()
    await smtp.close()
  }
})
