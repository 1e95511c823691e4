import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '#server/core/actor.ts'
import type { Steps } from '#server/core/ctx.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { codeKey } from './check-code.ts'
import { challengeIn, refusedPasskey } from './passkey-refusals.ts'
import { limits } from './throttle.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const said = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64url')

test.each([
  ['what a browser says', said({ type: 'webauthn.get', challenge: 'abc' }), 'abc'],
  ['no challenge', said({ type: 'webauthn.get' }), ''],
  ['a challenge that is no text', said({ challenge: ['abc'] }), ''],
  ['nothing', said(null), ''],
  ['a text', said('challenge'), ''],
  ['no JSON', Buffer.from('{"challenge":').toString('base64url'), ''],
  ['no base64', '%%%', ''],
  ['an empty text', '', ''],
])('the challenge in %s', (_, given, challenge) => {
  expect(challengeIn(given)).toBe(challenge)
})

test('a passkey that is refused is told in one way, noted with its person, and counted: five are free', async () => {
  const [ada, bob] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'author' })]
  const lines: unknown[] = []
  const world = t.app.portal.world()
  const log = { ...world.log, warn: (facts: unknown) => lines.push(facts) } as unknown as Steps['log']
  const steps: Steps = {
    ...{ ...world, log, actor: anonymous, origin: { address: '192.0.2.1', device: '' } },
    transact: (work) => t.transact((ctx) => work({ ...ctx, log })),
    alone: (work) => t.transact(work),
  }
  const refuse = (id: string) => refusedPasskey(steps, id, codeKey(id))
  for (let nth = 0; nth < limits.code.free; nth += 1) {
    const message = 'The passkey was not taken, or it took too long. Try again.'
    const refusal = await refuse(ada.id)
    expect([refusal.code, refusal.details]).toEqual(['invalid', [{ field: 'passkey', message }]])
  }
  await expect(refuse(ada.id)).rejects.toMatchObject({ code: 'too_many', retryAfter: 60 })
  // Others’ are counted apart.
  expect((await refuse(bob.id)).code).toBe('invalid')
  const events = [...Array(limits.code.free).fill(ada.id), bob.id]
  expect(lines).toEqual(events.map((userId) => ({ event: 'passkey_refused', userId })))
})
