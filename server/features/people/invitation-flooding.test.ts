import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, login, register, registerReviewer } from '#shared/people/contract.ts'
import { inviteReviewers, resendInvitation, revokeInvitation } from '#shared/people/desk-contract.ts'
import { logIn, makePerson, PASSWORD } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { limits } from './throttle.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const ROUNDS = 8
const mailsTo = async (address: string) =>
  (await t.mails()).filter(({ toAddress }) => toAddress.toLowerCase() === address)

test('organisers who invite, send again, revoke and invite anew send one address a few invitations an hour', async () => {
  const address = 'flooded@south.example'
  const organisers = [await makePerson(t, { role: 'admin' }), await makePerson(t, { role: 'admin' })]
  const refused = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { token: as = '' } = organisers[round % 2] ?? {}
    const email = round % 2 === 0 ? address : address.toUpperCase()
    const { items, skipped } = (await t.call(inviteReviewers, { as, body: { email } })).body
    for (const { reason } of skipped) refused.add(reason)
    const params = { invitationId: items[0]?.id ?? '' }
    if (items.length === 0) continue
    await t.call(resendInvitation, { as, params })
    await t.call(revokeInvitation, { as, params })
  }
  expect(await mailsTo(address)).toHaveLength(limits.invitation.free)
  expect([...refused]).toEqual([expect.stringContaining('several invitations just now')])
  t.clock.advance(limits.invitation.windowMs + 1)
  const as = await logIn(t, organisers[0]?.email ?? '', PASSWORD)
  const later = await t.call(inviteReviewers, { as, body: { email: address } })
  expect(later.body.items).toHaveLength(1)
})

test('whoever asks for links for somebody’s address, at every door, sends it one mail of a kind a minute', async () => {
  const { email: known } = await makePerson(t, { role: 'author' })
  const { email: unconfirmed } = await makePerson(t, { role: 'author', unverified: true })
  const stranger = 'nobody@far.example'
  const asker = await makePerson(t, { role: 'author' })
  for (let round = 0; round < ROUNDS; round += 1)
    for (const email of [known, unconfirmed, stranger]) {
      await t.call(register, { body: { name: 'Nora New', email, password: PASSWORD } })
      await t.call(registerReviewer, {
        body: { name: 'Nora New', email, password: PASSWORD, pin: 'ABCD2345' },
      })
      await t.call(forgotPassword, { body: { email } })
      await t.call(login, { body: { email, password: PASSWORD } })
      await t.call(changeEmail, { as: asker.token, body: { email, password: PASSWORD } })
      await t.drain()
    }
  for (const address of [known, unconfirmed, stranger]) {
    const kinds = (await mailsTo(address)).map(({ kind }) => kind)
    expect(kinds.length).toBeGreaterThan(0)
    expect(kinds).toEqual([...new Set(kinds)])
  }
})
