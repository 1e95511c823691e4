import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, me, refreshToken } from '#shared/people/contract.ts'
import { type MadePerson, makePerson, PASSWORD } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let victim: MadePerson
let attacker: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  victim = await makePerson(t, { role: 'author' })
  attacker = await makePerson(t, { role: 'author' })
})
afterAll(() => t.close())

const whoIs = async (as: string) => (await t.call(me, { as })).body.id
const sessionIn = (refresh: string) => refresh.split('.')[0]
const logsIn = (headers: Record<string, string>, beside: object = {}) =>
  t.call(login, { body: { email: victim.email, password: PASSWORD, ...beside }, headers })

test('a token from before the log-in is never the one after, whoever planted it', async () => {
  const planted = { token: attacker.token, refreshToken: attacker.refreshToken }
  const before = [attacker.refreshToken, victim.refreshToken].map(sessionIn)
  const cookie = `token=${planted.token}; refreshToken=${planted.refreshToken}; session=${before[0]}`
  for (const answer of [
    await logsIn({ authorization: `Bearer ${planted.token}` }),
    await logsIn({ authorization: `Bearer ${victim.token}` }),
    await logsIn({ cookie }),
    await logsIn({}, { ...planted, sessionId: before[0] }),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(before).not.toContain(sessionIn(answer.body.refreshToken))
    expect([victim.token, attacker.token]).not.toContain(answer.body.token)
    before.push(sessionIn(answer.body.refreshToken))
    expect([await whoIs(answer.body.token), await whoIs(attacker.token)]).toEqual([victim.id, attacker.id])
  }
})

test('a refresh token that an attacker gives is the attacker’s, also in the hands of the victim', async () => {
  const body = { refreshToken: attacker.refreshToken }
  const answer = await t.call(refreshToken, { as: victim.token, body })
  expect(answer.status).toBe(200)
  expect(sessionIn(answer.body.refreshToken)).toBe(sessionIn(attacker.refreshToken))
  expect([await whoIs(answer.body.token), await whoIs(victim.token)]).toEqual([attacker.id, victim.id])
  // The session of one and the rest of another open nothing.
  const [session, ...rest] = attacker.refreshToken.split('.')
  for (const mixed of [
    [sessionIn(victim.refreshToken), ...rest],
    [session, ...victim.refreshToken.split('.').slice(1)],
  ]) {
    const refused = await t.call(refreshToken, { body: { refreshToken: mixed.join('.') } })
    expect([refused.status, refused.refusal.error]).toEqual([401, 'refresh_failed'])
  }
})
