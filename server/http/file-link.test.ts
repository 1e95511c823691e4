import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, endSession, listSessions } from '#shared/people/account-contract.ts'
import { forgotPassword, logout, me, refreshToken, resetPassword } from '#shared/people/contract.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { previewAbstract } from '#shared/submissions/desk-contract.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { linksOf, openLink } from '#tests/signed-links.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { signMyDataLink } from './file-link.ts'

let t: TestPortal
let abstractId: string
beforeAll(async () => {
  t = await openTestPortal()
  const admin = await makePerson(t, { role: 'admin' })
  const [author, reviewer] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  await submissionAt(t, 'complete', { author, reviewer, admin })
  const handedIn = await t.upload(submitAbstract, { as: author.token, file: await makePdf() })
  abstractId = handedIn.body.abstractId
})
afterAll(() => t.close())

/** A link of every kind, given to one session. */
async function every(as: string): Promise<string[]> {
  const { previewUrl } = (await t.call(previewAbstract, { as, params: { abstractId } })).body
  return [previewUrl ?? '', ...Object.values(await linksOf(t, as))]
}

async function answers(links: readonly string[]): Promise<number[]> {
  const said: number[] = []
  for (const link of links) said.push(await openLink(t, link))
  return said
}

const open = [200, 200, 200, 200]
const shut = [404, 404, 404, 404]

/** Each way to end a session; the one that its person has beside it, or nothing where all are ended. */
const ways: Record<string, (held: MadePerson, other: string) => Promise<'the other lasts' | 'all end'>> = {
  'log-out': async ({ token }) => {
    await t.call(logout, { as: token })
    return 'the other lasts'
  },
  'ended elsewhere': async (_, as) => {
    const { items } = (await t.call(listSessions, { as })).body
    for (const { id, current } of items)
      if (!current) await t.call(endSession, { as, params: { sessionId: id } })
    return 'the other lasts'
  },
  'the password changed elsewhere': async ({ password }, as) => {
    await t.call(changePassword, { as, body: { password, newPassword: 'another long secret' } })
    return 'the other lasts'
  },
  'the password set anew by mail': async ({ email }) => {
    await t.call(forgotPassword, { body: { email } })
    await t.drain()
    const mail = (await t.mails()).findLast(
      ({ kind, toAddress }) => kind === 'reset_password' && toAddress === email,
    )
    const token = decodeURIComponent(/token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
    await t.call(resetPassword, { body: { token, password: 'another long secret' } })
    return 'all end'
  },
}

test.each(Object.entries(ways))('%s ends the links of that session', async (_name, end) => {
  const held = await makePerson(t, { role: 'admin' })
  const other = await logIn(t, held.email, held.password)
  const [links, others] = [await every(held.token), await every(other)]
  expect([await answers(links), await answers(others)]).toEqual([open, open])
  const rest = await end(held, other)
  expect([await answers(links), await answers(others)]).toEqual([shut, rest === 'all end' ? shut : open])
})

test('links last through a renewed token and end with the session’s time', async () => {
  const held = await makePerson(t, { role: 'admin' })
  t.clock.advance(24 * 3_600_000 - 60_000)
  const renewed = await t.call(refreshToken, { body: { refreshToken: held.refreshToken } })
  const links = await every(renewed.body.token)
  t.clock.advance(30_000)
  await t.call(refreshToken, { body: { refreshToken: renewed.body.refreshToken } })
  expect(await answers(links)).toEqual(open)
  t.clock.advance(31_000)
  expect((await t.call(me, { as: renewed.body.token })).status).toBe(401)
  expect(await answers(links)).toEqual(shut)
})

test('a link that names no session, as earlier releases gave, is one that has expired', async () => {
  const { id } = await makePerson(t, { role: 'author' })
  const holder: { userId: string; sessionId: string } = JSON.parse(JSON.stringify({ userId: id }))
  const link = signMyDataLink(t.app.portal.world().secrets, holder, t.clock.now)
  const answer = await t.app.http.inject({ url: link })
  expect([answer.statusCode, answer.json().error]).toEqual([422, 'invalid_token'])
})
