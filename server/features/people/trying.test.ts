import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, assemble } from '#server/app.ts'
import { system } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { changePassword } from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import * as desk from '#shared/people/desk-contract.ts'
import { makePerson, PASSWORD } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { countTries, countTry, type Limit, limits } from './throttle.ts'
import { tryingSecret } from './trying.ts'

let t: TestPortal
/** Another process beside it, on the same database. */
let beside: App
beforeAll(async () => {
  t = await openTestPortal()
  const { database, clock } = t
  beside = await assemble({ ...t.config }, { database, secret: 's'.repeat(40), clock: () => clock.now })
  await beside.http.ready()
})
afterAll(async () => {
  await beside.close()
  await t.close()
})

/** A call from an address of its own. */
const from = (...given: Asked) => ask(t.app, ...given)
type Asked = [remoteAddress: string, spec: EndpointSpec, body: object, token?: string]
async function ask({ http }: App, ...[remoteAddress, { path, method }, body, token]: Asked) {
  const answer = await http.inject({
    method,
    url: path,
    remoteAddress,
    payload: body,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, wait: answer.headers['retry-after'], body: answer.json() }
}
/** How many of some answers there are of each status. */
const counted = (answers: readonly { status: number }[]) =>
  Object.fromEntries([...groupBy(answers, ({ status }) => status)].map(([of, all]) => [of, all.length]))
const atOnce = <T>(count: number, one: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)))
const wrong = 'a wrong guess at it'

test('of guesses at one account that come at once, from wherever, five are heard', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  const guesses = await atOnce(60, (n) => from(`192.0.2.${n}`, account.login, { email, password: wrong }))
  expect(counted(guesses)).toEqual({ 401: 5, 429: 55 })
  expect((await from('192.0.2.200', account.login, { email, password: PASSWORD })).status).toBe(429)
})

test('who is one of too many under way comes back by themselves; who waits for wrong guesses is told', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  const logIn = () => from('192.0.2.77', account.login, { email, password: PASSWORD })
  const refused = (await atOnce(30, logIn)).filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { wait, body } of refused) expect([wait, body.details]).toEqual(['1', { begun: false }])
  await atOnce(5, () => from('192.0.2.77', account.login, { email, password: wrong }))
  const { status, body } = await logIn()
  expect([status, body.details]).toEqual([429, undefined])
})

test('of guesses at one account that come to two processes at once, five are heard', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { email } = await makePerson(t, { role: 'author' })
    const guesses = await atOnce(40, (n) =>
      ask(n % 2 === 0 ? t.app : beside, `192.0.2.${n}`, account.login, { email, password: wrong }),
    )
    expect(counted(guesses)).toEqual({ 401: 5, 429: 35 })
    t.clock.advance(5_001)
    // After the wait one is heard, not one of each process.
    const later = await Promise.all(
      [t.app, beside].map((one) => ask(one, '192.0.2.1', account.login, { email, password: wrong })),
    )
    expect(counted(later)).toEqual({ 401: 1, 429: 1 })
  }
})

test('a right secret is not heard where others were counted while it was looked at, until the wait is over', async () => {
  const limitsOf = { 'looked at': limits.loginByAccount }
  const steps = {
    ...t.app.portal.world(),
    ...{ actor: system, origin: { address: '192.0.2.1', device: '' } },
    ...{ transact: t.transact, alone: t.transact },
  }
  const opened = { door: 'open' }
  const tryIt = (meanwhile: number) =>
    tryingSecret(steps, {
      ...{ limitsOf, message: 'wait', wrong: () => new AppError('wrong_credentials', 'wrong') },
      test: async () => {
        for (let n = 0; n < meanwhile; n += 1) await t.transact((ctx) => countTries(ctx, limitsOf, 'wait'))
        return opened
      },
    })
  expect(await tryIt(limits.loginByAccount.free - 1)).toBe(opened)
  await expect(tryIt(1)).rejects.toMatchObject({ code: 'too_many' })
  t.clock.advance(limits.loginByAccount.waitMs + 1)
  expect(await tryIt(0)).toBe(opened)
})

test('the same holds for one’s own password, asked again, and for the PINs of an invitation', async () => {
  const { token } = await makePerson(t, { role: 'author' })
  const given = { password: wrong, newPassword: 'twelve grey elephants' }
  const asked = await atOnce(30, () => from('192.0.2.1', changePassword, given, token))
  expect(counted(asked)).toEqual({ 422: 5, 429: 25 })

  const { token: admin } = await makePerson(t, { role: 'admin' })
  const email = 'invited@south.example'
  await t.call(desk.inviteReviewers, { as: admin, body: { email } })
  const pins = await atOnce(30, (n) =>
    from(`198.51.100.${n}`, account.registerReviewer, {
      ...{ name: 'Somebody', email, password: 'twelve grey elephants', pin: 'AAAAAAAA' },
    }),
  )
  expect(counted(pins)).toEqual({ 422: 5, 429: 25 })
})

/** All free tries of a key but some are counted. */
const countedAlready = (key: string, limit: Limit, left: number) =>
  t.transact(async (ctx) => {
    for (let n = left; n < limit.free; n += 1) await countTry(ctx, key, limit)
  })

test('from one network three hundred registrations an hour are taken, and thirty PINs, however many addresses it has', async () => {
  await countedAlready('register:2001:db8:7:7::/64', limits.registrationByAddress, 30)
  const registrations = await atOnce(40, (n) =>
    from(`2001:db8:7:7::${n}`, account.register, {
      ...{ name: 'Some Body', email: `many${n}@north.example`, password: 'twelve grey elephants' },
    }),
  )
  expect(counted(registrations)).toEqual({ 200: 30, 429: 10 })
  const pins: { status: number }[] = []
  for (let n = 0; n < 32; n += 1) {
    const email = `nobody${n}@north.example`
    const given = { name: 'Some Body', email, password: 'twelve grey elephants', pin: 'AAAAAAAA' }
    pins.push(await from(`2001:db8:8:8::${n}`, account.registerReviewer, given))
  }
  expect(counted(pins)).toEqual({ 422: 30, 429: 2 })
})

test('a network that registered and asked too often waits ten seconds each time, and no longer', async () => {
  const address = '203.0.113.77'
  await countedAlready(`register:${address}`, limits.registrationByAddress, 1)
  await countedAlready(`forgot-from:${address}`, limits.forgotByAddress, 1)
  for (let n = 0; n < 8; n += 1) {
    const person = { name: 'Some Body', email: `campus${n}@north.example`, password: 'twelve grey elephants' }
    for (const spec of [account.register, account.forgotPassword]) {
      const many = [await from(address, spec, person), await from(address, spec, person)]
      expect(many.map(({ status, wait }) => [status, wait])).toEqual([
        [200, undefined],
        [429, '10'],
      ])
    }
    t.clock.advance(10_001)
  }
})

test('who guesses from elsewhere does not keep the owner out of a device where they logged in before', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  const other = await makePerson(t, { role: 'author' })
  const logIn = (password: string, device?: string) =>
    from('203.0.113.1', account.login, { email, password, ...(device && { device }) })
  const { body } = await logIn(PASSWORD)
  const theirs = await from('203.0.113.2', account.login, { email: other.email, password: PASSWORD })
  await atOnce(20, (n) => from(`203.0.113.${100 + n}`, account.login, { email, password: wrong }))

  expect((await logIn(PASSWORD)).status).toBe(429)
  expect((await logIn(PASSWORD, theirs.body.device)).status).toBe(429)
  expect((await logIn(PASSWORD, `${body.device}x`)).status).toBe(429)
  const known = await logIn(PASSWORD, body.device)
  expect(known.status).toBe(200)
  // Wrong guesses are counted there too.
  const guesses = await atOnce(20, () => logIn(wrong, known.body.device))
  expect(counted(guesses)).toEqual({ 401: 5, 429: 15 })
  expect((await logIn(PASSWORD, body.device)).status).toBe(429)
})

test('who guesses from the same network does not keep the owner out of a known device there', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  const logIn = (device?: string) =>
    from('203.0.113.9', account.login, { email, password: PASSWORD, ...(device && { device }) })
  const { device } = (await logIn()).body
  for (let n = 0; n < limits.loginByAddress.free; n += 1)
    await t.transact((ctx) => countTry(ctx, 'login-from:203.0.113.9', limits.loginByAddress))
  expect((await logIn()).status).toBe(429)
  expect((await logIn(device)).status).toBe(200)
})

test('a reset by the mailed link makes the device known', async () => {
  const { email } = await makePerson(t, { role: 'author' })
  await t.call(account.forgotPassword, { body: { email } })
  await t.drain()
  const mail = (await t.mails()).find(
    ({ kind, toAddress }) => kind === 'reset_password' && toAddress === email,
  )
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
  const password = 'twelve grey elephants'
  const reset = await t.call(account.resetPassword, { body: { token, password } })
  await atOnce(20, (n) => from(`203.0.113.${100 + n}`, account.login, { email, password: wrong }))
  expect((await from('203.0.113.3', account.login, { email, password })).status).toBe(429)
  const device = reset.body.device
  expect((await from('203.0.113.3', account.login, { email, password, device })).status).toBe(200)
})

test('an invitation is sent again once a minute at most', async () => {
  const { token } = await makePerson(t, { role: 'admin' })
  const invited = await t.call(desk.inviteReviewers, { as: token, body: { email: 'again@south.example' } })
  const params = { invitationId: invited.body.items[0]?.id ?? '' }
  const again = await atOnce(5, () => t.call(desk.resendInvitation, { as: token, params }))
  expect(counted(again)).toEqual({ 200: 1, 429: 4 })
  t.clock.advance(60_001)
  expect((await t.call(desk.resendInvitation, { as: token, params })).status).toBe(200)
})
