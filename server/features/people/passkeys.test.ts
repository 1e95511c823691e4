import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkeyChallenges, passkeys } from '#server/db/schema.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { deleteAccount, listSessions, myData, readMyData } from '#shared/people/account-contract.ts'
import { login } from '#shared/people/contract.ts'
import { changeUser, listUsers } from '#shared/people/desk-contract.ts'
import { type PasskeyProof, secondStep } from '#shared/people/passkey.ts'
import { addPasskey, removePasskey, startPasskey } from '#shared/people/passkey-contract.ts'
import * as factor from '#shared/people/second-factor-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson, sessionOf } from '#tests/factories.ts'
import { type Otherwise, SoftwareAuthenticator } from '#tests/software-authenticator.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const ORIGIN = 'https://portal.example'
const MINUTE = 60_000

const begin = async (who: MadePerson) =>
  (await t.call(startPasskey, { as: who.token, body: { password: who.password } })).body

async function add(who: MadePerson, name = 'Laptop', device = new SoftwareAuthenticator(ORIGIN)) {
  const body = { name, passkey: device.make(await begin(who)) }
  const added = await t.call(addPasskey, { as: who.token, body })
  expect([added.status, added.refusal.message]).toEqual([200, added.body.message])
  return { device, codes: added.body.recoveryCodes }
}

const enter = (who: MadePerson, more: { code?: string; passkey?: PasskeyProof } = {}) =>
  t.call(login, { body: { email: who.email, password: who.password, ...more } })

/** What the log-in asks for after the password. */
async function asked(who: MadePerson) {
  const refused = await enter(who)
  expect([refused.status, refused.refusal.error]).toEqual([403, 'second_factor_needed'])
  const { app, passkey } = secondStep.parse(refused.refusal.details)
  if (passkey === null) throw new Error('no passkey was asked for')
  return { app, options: passkey }
}

async function logInWith(who: MadePerson, device: SoftwareAuthenticator, otherwise: Otherwise = {}) {
  const { options } = await asked(who)
  return enter(who, { passkey: device.sign(options, otherwise) })
}

const kindsTo = async (who: MadePerson) =>
  (await t.mails()).filter(({ toAddress }) => toAddress === who.email).map(({ kind }) => kind)
const standing = async (who: MadePerson) => (await t.call(factor.readSecondFactor, { as: who.token })).body
const refusedAt = (answer: { status: number; refusal: { details?: unknown } }) => [
  answer.status,
  Array.isArray(answer.refusal.details) ? answer.refusal.details[0].field : answer.refusal.details,
]

test('a first passkey turns two-step verification on, with recovery codes, and lets in beside the password', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await sessionOf(t, ada.email, ada.password)
  const wrong = await t.call(startPasskey, { as: ada.token, body: { password: 'not hers' } })
  expect(refusedAt(wrong)).toEqual([422, 'password'])
  const options = await begin(ada)
  expect([options.rp.id, options.user.name, options.attestation]).toEqual([
    'portal.example',
    ada.email,
    'none',
  ])
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  const { device, codes } = await add(ada)
  expect(new Set(codes).size).toBe(10)
  expect((await t.call(listSessions, { as: ada.token })).body.count).toBe(1)
  const is = await standing(ada)
  expect([is.since !== null, is.appSince, is.recoveryCodesLeft]).toEqual([true, null, 10])
  expect(is.passkeys.map(({ name, usedAt }) => [name, usedAt])).toEqual([['Laptop', null]])
  expect(await kindsTo(ada)).toEqual(['second_factor_on'])

  const { app, options: wanted } = await asked(ada)
  expect([app, wanted.rpId, wanted.userVerification]).toEqual([false, 'portal.example', 'preferred'])
  expect(wanted.allowCredentials).toEqual([
    { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
  ])
  expect((await enter(ada, { passkey: device.sign(wanted) })).status).toBe(200)
  expect((await standing(ada)).passkeys[0]?.usedAt).not.toBe(null)
  expect((await enter(ada, { code: codes[0] ?? '' })).status).toBe(200)
  // The passkey helps nobody without the password.
  const body = { email: ada.email, password: 'not hers', passkey: device.sign((await asked(ada)).options) }
  expect((await t.call(login, { body })).refusal.error).toBe('wrong_credentials')
})

test('a challenge is taken once, whether its signature was right or wrong, and not after five minutes', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const { device } = await add(ada)
  const proof = device.sign((await asked(ada)).options)
  expect((await enter(ada, { passkey: proof })).status).toBe(200)
  expect(refusedAt(await enter(ada, { passkey: proof }))).toEqual([422, 'passkey'])
  const { options } = await asked(ada)
  expect((await enter(ada, { passkey: device.sign(options, { forged: true }) })).status).toBe(422)
  expect((await enter(ada, { passkey: device.sign(options) })).status).toBe(422)
  const late = (await asked(ada)).options
  const inTime = (await asked(ada)).options
  t.clock.advance(5 * MINUTE - 1)
  expect((await enter(ada, { passkey: device.sign(inTime) })).status).toBe(200)
  t.clock.advance(1)
  expect((await enter(ada, { passkey: device.sign(late) })).status).toBe(422)
  const racing = device.sign((await asked(ada)).options)
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await enter(ada, { passkey: racing })).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('what was signed elsewhere, for somebody else, for another purpose or by another key lets nobody in', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const eve = await makePerson(t, { role: 'author' })
  const { device } = await add(ada)
  const eves = (await add(eve)).device
  const evesId = eves.id.toString('base64url')
  const tries: Otherwise[] = [
    { origin: 'https://portal.example.evil.example' },
    { origin: 'http://portal.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { challenge: (await asked(eve)).options.challenge },
    { challenge: (await begin(ada)).challenge },
    { type: 'webauthn.create' },
    { present: false },
    { forged: true },
    { userHandle: Buffer.from(eve.id).toString('base64url') },
    { id: evesId },
    { id: Buffer.from('unknown').toString('base64url') },
  ]
  for (const otherwise of tries) {
    const answer = await logInWith(ada, device, otherwise)
    expect([otherwise, ...refusedAt(answer)]).toEqual([otherwise, 422, 'passkey'])
    t.clock.advance(61 * MINUTE)
  }
  expect((await logInWith(ada, eves)).status).toBe(422)
  expect((await logInWith(ada, device)).status).toBe(200)
})

test('what was not made here, now, in this session and for this person is not added', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const eve = await makePerson(t, { role: 'author' })
  const adds = (who: MadePerson, passkey: unknown, token = who.token) =>
    t.call(addPasskey, { as: token, body: { name: 'Laptop', passkey } })
  const device = new SoftwareAuthenticator(ORIGIN)
  for (const otherwise of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: 'x' },
    { challenge: (await begin(eve)).challenge },
    { type: 'webauthn.get' },
    { present: false },
  ] satisfies Otherwise[]) {
    const answer = await adds(ada, device.make(await begin(ada), otherwise))
    expect([otherwise, ...refusedAt(answer)]).toEqual([otherwise, 422, 'passkey'])
    t.clock.advance(61 * MINUTE)
    ada.token = (await sessionOf(t, ada.email, ada.password)).token
    eve.token = (await sessionOf(t, eve.email, eve.password)).token
  }
  const ofAnother = device.make(await begin(ada))
  const other = await sessionOf(t, ada.email, ada.password)
  expect((await adds(ada, ofAnother, other.token)).status).toBe(422)
  const late = device.make(await begin(ada))
  t.clock.advance(5 * MINUTE)
  expect((await adds(ada, late)).status).toBe(422)
  const broken = device.make(await begin(ada))
  broken.response.attestationObject = broken.response.attestationObject.slice(0, 40)
  expect((await adds(ada, broken)).status).toBe(422)
  expect((await standing(ada)).since).toBe(null)

  const made = device.make(await begin(ada))
  expect((await adds(ada, made)).status).toBe(200)
  expect((await adds(ada, made)).status).toBe(422)
  // Whoever has it already has it: nobody takes another's over.
  const again = await adds(eve, device.make(await begin(eve)))
  expect([again.status, again.refusal.error]).toEqual([409, 'already_exists'])
  expect((await begin(ada)).excludeCredentials.map(({ id }) => id)).toEqual([made.id])
})

test('a counter that goes back or stands still is refused, and its person told', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const { device } = await add(ada, 'Key on my ring', new SoftwareAuthenticator(ORIGIN, 41))
  expect((await logInWith(ada, device)).status).toBe(200)
  for (const counter of [42, 41, 0]) {
    expect(refusedAt(await logInWith(ada, device, { counter }))).toEqual([422, 'passkey'])
  }
  const told = (await t.mails()).findLast(({ toAddress }) => toAddress === ada.email)
  expect([told?.kind, told?.text.includes('“Key on my ring”')]).toEqual(['passkey_copied', true])
  expect((await logInWith(ada, device, { counter: 43 })).status).toBe(200)
})

test('wrong passkeys and wrong codes are counted together, and wait', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const { device } = await add(ada)
  const proof = device.sign((await asked(ada)).options, { forged: true })
  const statuses: number[] = []
  for (let nth = 0; nth < 3; nth += 1) statuses.push((await enter(ada, { passkey: proof })).status)
  for (let nth = 0; nth < 3; nth += 1) statuses.push((await enter(ada, { code: '000000' })).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  const waits = await logInWith(ada, device)
  expect([waits.status, Number(waits.headers['retry-after'])]).toEqual([429, 60])
  t.clock.advance(MINUTE)
  expect((await logInWith(ada, device)).status).toBe(200)
})

test('passkeys and an app stand beside each other; the last way that goes turns two-step verification off', async () => {
  const ada = await makePerson(t, { role: 'author', name: 'Ada Author' })
  const admin = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  const { device } = await add(ada, 'Laptop')
  const second = await add(ada, 'Phone')
  expect(second.codes).toEqual([])
  const password = { password: ada.password }
  const { key } = (await t.call(factor.startSecondFactor, { as: ada.token, body: password })).body
  const code = () => new TOTP({ secret: key }).generate({ timestamp: t.clock.now.getTime() })
  // An app that is only being set up lets nobody in.
  expect((await enter(ada, { code: code() })).status).toBe(422)
  const on = await t.call(factor.confirmSecondFactor, { as: ada.token, body: { code: code() } })
  expect([on.status, on.body.recoveryCodes]).toEqual([200, []])
  t.clock.advance(30_000)
  expect((await enter(ada, { code: code() })).status).toBe(200)
  expect((await asked(ada)).app).toBe(true)
  expect((await standing(ada)).recoveryCodesLeft).toBe(10)

  const ids = Object.fromEntries((await standing(ada)).passkeys.map(({ id, name }) => [name, id]))
  const remove = (name: string, as = ada.token, body = password) =>
    t.call(removePasskey, { as, params: { passkeyId: ids[name] ?? '' }, body })
  expect(refusedAt(await remove('Laptop', ada.token, { password: 'not hers' }))).toEqual([422, 'password'])
  expect((await remove('Laptop', admin.token, { password: admin.password })).status).toBe(404)
  expect((await remove('Laptop')).body.message).toBe('Removed.')
  expect((await remove('Laptop')).status).toBe(404)
  expect((await logInWith(ada, device)).status).toBe(422)
  expect((await t.call(factor.endSecondFactor, { as: ada.token, body: password })).body.message).toBe(
    'Removed.',
  )
  expect((await enter(ada, { code: code() })).status).toBe(422)
  expect((await logInWith(ada, second.device)).status).toBe(200)
  expect((await remove('Phone')).body.message).toBe('Two-step verification is off.')
  expect((await enter(ada)).status).toBe(200)
  expect(await standing(ada)).toEqual({ since: null, appSince: null, passkeys: [], recoveryCodesLeft: 0 })
  expect(await kindsTo(ada)).toEqual([
    'second_factor_on',
    'second_step_added',
    'second_step_added',
    'second_step_removed',
    'second_step_removed',
    'second_factor_off',
  ])
  const noted = await t.call(listActivity, { as: admin.token, query: { status: 'passkey' } })
  const theirs = noted.body.items.filter(({ actor }) => actor?.id === ada.id)
  expect(theirs.map(({ action, changes }) => [action, changes])).toEqual([
    ['removed', [{ field: 'name', before: '…', after: null }]],
    ['removed', [{ field: 'name', before: '…', after: null }]],
    ['created', [{ field: 'name', before: null, after: '…' }]],
    ['created', [{ field: 'name', before: null, after: '…' }]],
  ])
})

test('a passkey is enough where organisers need a second factor; an organiser takes it from who lost it', async () => {
  const chair = await makePerson(t, { role: 'admin' })
  const admin = await makePerson(t, { role: 'admin' })
  await add(chair)
  const { settings, revision } = (await t.call(readSettings, { as: chair.token })).body
  const wanted = { ...settings, organisersNeedSecondFactor: true }
  await t.call(saveSettings, { as: chair.token, body: { settings: wanted, revision } })
  expect((await t.call(listUsers, { as: admin.token })).refusal.error).toBe('second_factor_needed')
  await add(admin)
  expect((await t.call(listUsers, { as: admin.token })).status).toBe(200)
  const reset = { as: chair.token, params: { userId: admin.id }, body: { resetSecondFactor: true } }
  expect((await t.call(changeUser, reset)).status).toBe(200)
  expect(await t.database.db.$count(passkeys, eq(passkeys.userId, admin.id))).toBe(0)
  expect((await t.call(listUsers, { as: admin.token })).refusal.error).toBe('second_factor_needed')
  const back = { settings, revision: revision + 1 }
  expect((await t.call(saveSettings, { as: chair.token, body: back })).status).toBe(200)
})

test('they are in one’s own data, without the key, and go with the account; what ran out is cleaned up', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await add(ada, 'Laptop')
  const { downloadUrl } = (await t.call(myData, { as: ada.token })).body
  const link = { link: downloadUrl.replace('/api/my-data/', '') }
  const answer = await t.app.http.inject({ url: readMyData.path.replace('{link}', link.link) })
  const own = JSON.parse((await unzip(answer.rawPayload)).get('my-data.json')?.toString() ?? '')
  expect(own.passkeys.map((one: object) => Object.keys(one))).toEqual([['name', 'addedAt', 'usedAt']])
  await asked(ada)
  await begin(ada)
  // Chores are done in the morning.
  t.clock.now = new Date('2026-04-01T10:00:00Z')
  await t.app.doChores()
  expect(await t.database.db.$count(passkeyChallenges)).toBe(0)
  expect(await t.database.db.$count(passkeys, eq(passkeys.userId, ada.id))).toBe(1)

  const bob = await makePerson(t, { role: 'author' })
  await add(bob)
  await begin(bob)
  expect((await t.call(deleteAccount, { as: bob.token, body: { password: bob.password } })).status).toBe(200)
  expect(await t.database.db.$count(passkeys, eq(passkeys.userId, bob.id))).toBe(0)
  expect(await t.database.db.$count(passkeyChallenges)).toBe(0)
})

test('a person has twenty at most', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const started = await begin(ada)
  for (let nth = 1; nth <= 20; nth += 1) await add(ada, `Key ${nth}`)
  const body = { password: ada.password }
  expect((await t.call(startPasskey, { as: ada.token, body })).refusal.error).toBe('wrong_state')
  const passkey = new SoftwareAuthenticator(ORIGIN).make(started)
  const more = await t.call(addPasskey, { as: ada.token, body: { name: 'One more', passkey } })
  expect([more.status, more.refusal.error]).toEqual([409, 'wrong_state'])
})
