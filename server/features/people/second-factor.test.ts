import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryCodes, secondFactors, users } from '#server/db/schema.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { exportLink, readExport } from '#shared/exporting/contract.ts'
import { listPayments } from '#shared/payments/contract.ts'
import { deleteAccount, listSessions } from '#shared/people/account-contract.ts'
import { forgotPassword, login, me, resetPassword, saveProfile } from '#shared/people/contract.ts'
import { changeUser, listUsers } from '#shared/people/desk-contract.ts'
import * as factor from '#shared/people/second-factor-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson, sessionOf } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const STEP = 30_000
const codeNow = (key: string, offMs = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: t.clock.now.getTime() + offMs })
const enter = (who: MadePerson, code?: string, password = who.password) =>
  t.call(login, { body: { email: who.email, password, ...(code === undefined ? {} : { code }) } })
const kindsTo = async (who: MadePerson) =>
  (await t.mails()).filter(({ toAddress }) => toAddress === who.email).map(({ kind }) => kind)

/** Turns it on; the next code is one that was not used yet. */
async function turnOn(who: MadePerson) {
  const begun = await t.call(factor.startSecondFactor, {
    as: who.token,
    body: { password: who.password },
  })
  const code = codeNow(begun.body.key)
  const on = await t.call(factor.confirmSecondFactor, { as: who.token, body: { code } })
  expect([begun.status, on.status]).toEqual([200, 200])
  t.clock.advance(STEP)
  return { key: begun.body.key, codes: on.body.recoveryCodes }
}

test('nothing changes before a code confirms it; then a log-in asks for one, other sessions end, and the person is told', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const other = await sessionOf(t, ada.email, ada.password)
  const wrong = await t.call(factor.startSecondFactor, { as: ada.token, body: { password: 'not hers' } })
  expect(wrong.refusal.details).toEqual([{ field: 'password', message: 'Your current password is wrong.' }])
  const body = { password: ada.password }
  const { key, uri } = (await t.call(factor.startSecondFactor, { as: ada.token, body })).body
  expect(new URL(uri).searchParams.get('secret')).toBe(key)
  expect((await enter(ada)).status).toBe(200)
  const off = await t.call(factor.readSecondFactor, { as: ada.token })
  expect(off.body).toEqual({ since: null, appSince: null, passkeys: [], recoveryCodesLeft: 0 })
  const refused = await t.call(factor.confirmSecondFactor, { as: ada.token, body: { code: '000000' } })
  expect([refused.status, refused.refusal.error]).toEqual([422, 'invalid'])
  const code = `${codeNow(key).slice(0, 3)} ${codeNow(key).slice(3)}`
  const on = await t.call(factor.confirmSecondFactor, { as: ada.token, body: { code } })
  expect([on.status, new Set(on.body.recoveryCodes).size]).toEqual([200, 10])
  expect(on.body.recoveryCodes.every((one) => /^(?:[2-9A-HJ-NP-Z]{4}-?){3}$/.test(one))).toBe(true)
  const now = await t.call(factor.readSecondFactor, { as: ada.token })
  expect([now.body.since !== null, now.body.recoveryCodesLeft]).toEqual([true, 10])
  expect((await t.call(me, { as: other.token })).status).toBe(401)
  expect((await t.call(listSessions, { as: ada.token })).body.count).toBe(1)
  expect(await kindsTo(ada)).toEqual(['second_factor_on'])
  const asked = await enter(ada)
  expect([asked.status, asked.refusal.error]).toEqual([403, 'second_factor_needed'])
  expect((await t.call(factor.startSecondFactor, { as: ada.token, body })).refusal.error).toBe('wrong_state')
  const again = await t.call(factor.confirmSecondFactor, { as: ada.token, body: { code: codeNow(key) } })
  expect([again.status, again.refusal.message]).toEqual([
    409,
    'It is on already. If you did not see recovery codes, make new ones.',
  ])
})

test('a code is taken once, and none of an earlier step after it; of ten at once one is', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const { key } = await turnOn(ada)
  const code = codeNow(key)
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await enter(ada, code)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => ![200, 422, 429].includes(status))).toEqual([])
  t.clock.advance(3600_000)
  expect((await enter(ada, codeNow(key, STEP))).status).toBe(200)
  expect((await enter(ada, codeNow(key))).status).toBe(422)
  t.clock.advance(2 * STEP)
  expect((await enter(ada, codeNow(key, -2 * STEP))).status).toBe(422)
  expect((await enter(ada, codeNow(key))).status).toBe(200)
  // The right code helps nobody without the password.
  t.clock.advance(STEP)
  expect((await enter(ada, codeNow(key), 'not hers')).refusal.error).toBe('wrong_credentials')
})

test('wrong codes wait, longer each time, and never for good; another person’s code is wrong', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const eve = await makePerson(t, { role: 'author' })
  const { key } = await turnOn(ada)
  const eves = await turnOn(eve)
  const statuses: number[] = []
  for (let nth = 0; nth < 8; nth += 1) statuses.push((await enter(ada, codeNow(eves.key))).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
  const waits = await enter(ada, codeNow(key))
  expect([waits.status, Number(waits.headers['retry-after'])]).toEqual([429, 60])
  t.clock.advance(60_000)
  expect((await enter(ada, codeNow(key))).status).toBe(200)
})

test('who knows the password does not keep the owner from the second step at a device where they took it before', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const at = (device: string | undefined, code?: string, password = ada.password) =>
    t.call(login, {
      body: { email: ada.email, password, ...(code && { code }), ...(device && { device }) },
    })
  const before = (await at(undefined)).body.device
  const { key } = await turnOn(ada)
  const own = (await at(before, codeNow(key))).body.device
  const guess = async (device?: string) => (await at(device, '000000')).status
  for (let nth = 0; nth < 8; nth += 1) await guess()
  t.clock.advance(STEP)
  expect((await at(undefined, codeNow(key))).status).toBe(429)
  // Who logged in there by the password alone has no counter of their own.
  expect((await at(before, codeNow(key))).status).toBe(429)
  const known = await at(own, codeNow(key))
  expect(known.status).toBe(200)
  // Wrong codes are counted there too.
  const guesses: number[] = []
  for (let nth = 0; nth < 7; nth += 1) guesses.push(await guess(known.body.device))
  expect(guesses).toEqual([422, 422, 422, 422, 422, 429, 429])
  t.clock.advance(STEP)
  expect((await at(own, codeNow(key))).status).toBe(429)

  // With a new password by mail they go on at any device; it is known there, and the second step is still to come.
  await t.call(forgotPassword, { body: { email: ada.email } })
  await t.drain()
  const mail = (await t.mails()).findLast(({ kind }) => kind === 'reset_password')
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
  const password = 'twelve grey elephants'
  const reset = (await t.call(resetPassword, { body: { token, password } })).body.device
  for (let nth = 0; nth < 5; nth += 1) expect((await at(undefined, '000000', password)).status).toBe(422)
  expect((await at(reset, codeNow(key), password)).status).toBe(429)
  t.clock.advance(60_000)
  expect((await at(reset, codeNow(key), password)).status).toBe(200)
})

test('a recovery code lets in once, typed in any way, and its holder is told; new ones end the old', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const { codes } = await turnOn(ada)
  const [first = '', second = ''] = codes
  expect((await enter(ada, first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await enter(ada, first)).status).toBe(422)
  const left = await t.call(factor.readSecondFactor, { as: ada.token })
  expect(left.body.recoveryCodesLeft).toBe(9)
  const told = (await t.mails()).findLast(({ toAddress }) => toAddress === ada.email)
  expect([told?.kind, told?.text.includes('Left: 9.')]).toEqual(['recovery_code_used', true])
  const stale = await t.call(factor.renewRecoveryCodes, { as: ada.token, body: { password: 'not hers' } })
  expect(stale.status).toBe(422)
  const body = { password: ada.password }
  const renewed = (await t.call(factor.renewRecoveryCodes, { as: ada.token, body })).body.recoveryCodes
  expect((await enter(ada, second)).status).toBe(422)
  expect((await enter(ada, renewed[0])).status).toBe(200)
  expect(await kindsTo(ada)).toEqual([
    'second_factor_on',
    'recovery_code_used',
    'recovery_codes_renewed',
    'recovery_code_used',
  ])
})

test('nothing usable stands in the database', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const { key, codes } = await turnOn(ada)
  const stored = JSON.stringify([
    await t.database.db.select().from(secondFactors),
    await t.database.db.select().from(recoveryCodes),
  ])
  const traces = [key, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]
  expect(stored.length).toBeGreaterThan(500)
  expect(traces.filter((trace) => stored.includes(trace))).toEqual([])
})

test('it is turned off by the password, and only by it; an organiser turns off what was lost, and both are told and noted', async () => {
  const admin = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  const ada = await makePerson(t, { role: 'author', name: 'Ada Author' })
  await turnOn(ada)
  const off = (password: string) => t.call(factor.endSecondFactor, { as: ada.token, body: { password } })
  expect((await off('not hers')).status).toBe(422)
  expect((await off(ada.password)).status).toBe(200)
  expect((await off(ada.password)).refusal.error).toBe('wrong_state')
  expect((await enter(ada)).status).toBe(200)
  await turnOn(ada)
  const params = { userId: ada.id }
  const reset = await t.call(changeUser, { as: admin.token, params, body: { resetSecondFactor: true } })
  expect([reset.status, reset.body.user.secondFactor]).toEqual([200, false])
  const twice = await t.call(changeUser, { as: admin.token, params, body: { resetSecondFactor: true } })
  expect(twice.refusal.error).toBe('wrong_state')
  const chair = await makePerson(t, { role: 'admin' })
  await turnOn(chair)
  const own = { as: chair.token, params: { userId: chair.id }, body: { resetSecondFactor: true } } as const
  expect((await t.call(changeUser, own)).refusal.message).toContain('in your profile, with your password')
  expect((await enter(ada)).status).toBe(200)
  const kinds = ['second_factor_on', 'second_factor_off', 'second_factor_on', 'second_factor_reset']
  expect(await kindsTo(ada)).toEqual(kinds)
  const noted = await t.call(listActivity, { as: admin.token, query: { q: 'Ada Author' } })
  const deeds = noted.body.items.flatMap(({ actor, changes }) =>
    changes
      .filter(({ field }) => field === 'second_factor_since')
      .map(({ after }) => [actor?.name, after !== null]),
  )
  expect(deeds).toEqual([
    ['Clara Chair', false],
    ['Ada Author', true],
    ['Ada Author', false],
    ['Ada Author', true],
  ])
  expect(await t.database.db.select().from(secondFactors).where(eq(secondFactors.userId, ada.id))).toEqual([])
})

test('wanted of organisers, it withholds the desk from who has none, at the next call, and nothing else', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const chair = await makePerson(t, { role: 'admin' })
  const staff = await makePerson(t, { role: 'author', isStaff: true })
  const query = { table: 'people', format: 'csv' }
  const { downloadUrl } = (await t.call(exportLink, { as: admin.token, query })).body
  const link = { link: downloadUrl.replace('/api/exports/', '') }
  expect((await t.call(readExport, { params: link })).status).toBe(200)
  const { settings, revision } = (await t.call(readSettings, { as: chair.token })).body
  const wanted = { settings: { ...settings, organisersNeedSecondFactor: true }, revision }
  const shutOut = await t.call(saveSettings, { as: chair.token, body: wanted })
  expect([shutOut.status, shutOut.refusal.error]).toEqual([422, 'invalid'])
  await turnOn(chair)
  expect((await t.call(saveSettings, { as: chair.token, body: wanted })).status).toBe(200)

  const refused = await t.call(listUsers, { as: admin.token })
  expect([refused.status, refused.refusal.error]).toEqual([403, 'second_factor_needed'])
  expect((await t.call(listPayments, { as: staff.token })).refusal.error).toBe('second_factor_needed')
  expect((await t.call(readExport, { params: link })).status).toBe(403)
  const known = (await t.call(me, { as: staff.token })).body
  expect([known.roles, known.needsSecondFactor]).toEqual([['author'], true])
  const profile = { firstName: 'Sam', lastName: 'Staff', organization: 'North' }
  expect((await t.call(saveProfile, { as: staff.token, body: profile })).status).toBe(200)
  expect((await t.call(listUsers, { as: staff.token })).refusal.error).toBe('forbidden')

  await turnOn(admin)
  expect((await t.call(listUsers, { as: admin.token })).status).toBe(200)
  const body = { settings: wanted.settings, revision: revision + 1 }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
  const back = { settings, revision: revision + 2 }
  expect((await t.call(saveSettings, { as: admin.token, body: back })).status).toBe(200)
  expect((await t.call(listPayments, { as: staff.token })).status).toBe(200)
})

test('a set-up that nobody confirmed is forgotten after a day; a deleted account leaves nothing of it', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const bob = await makePerson(t, { role: 'author' })
  const body = { password: ada.password }
  await t.call(factor.startSecondFactor, { as: bob.token, body })
  const { key } = await turnOn(ada)
  t.clock.advance(25 * 3600_000)
  await t.app.doChores()
  const kept = await t.database.db.select({ id: secondFactors.userId }).from(secondFactors)
  expect([kept.some(({ id }) => id === ada.id), kept.some(({ id }) => id === bob.id)]).toEqual([true, false])
  const { token } = (await enter(ada, codeNow(key))).body
  expect((await t.call(deleteAccount, { as: token, body })).status).toBe(200)
  expect(await t.database.db.select().from(secondFactors).where(eq(secondFactors.userId, ada.id))).toEqual([])
  const [row] = await t.database.db.select().from(users).where(eq(users.id, ada.id))
  expect(row?.secondFactorSince).toBe(null)
})
