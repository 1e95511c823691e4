import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
import { busy } from '#server/core/turns.ts'
import { refreshToken } from '#shared/people/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { resubmitAbstract, submitAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { CROWD } from './door.ts'

/** Files that come before the deadline and find no room. */

const DEADLINE = new Date('2026-04-01T12:00:00Z')
const MINUTE = 60_000

let t: TestPortal
let author: MadePerson
let file: Buffer
/** What the next files are refused with before they are read. */
let refusals: AppError[] = []
beforeAll(async () => {
  t = await openTestPortal()
  file = await makePdf()
  const { intake } = t.app.portal
  t.app.portal.intake = {
    ...intake,
    receive: async (...given) => {
      const refusal = refusals.shift()
      if (refusal !== undefined) throw refusal
      return intake.receive(...given)
    },
  }
  const { token: as } = await makePerson(t, { role: 'admin' })
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, abstract: DEADLINE.toISOString() }
  const body = { revision, settings: { ...settings, timeZone: 'UTC', graceMinutes: 0, deadlines } }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.now = new Date(DEADLINE.getTime() - 1000)
  author = await makePerson(t, { role: 'author' })
})

interface Try {
  key?: string
  arrived?: string | undefined
  as?: string
}
const send = ({ key = 'one', arrived, as = author.token }: Try = {}) =>
  t.upload(submitAbstract, {
    ...{ as, file },
    headers: {
      'idempotency-key': key,
      ...(arrived === undefined ? {} : { 'lectern-arrived': arrived }),
    },
  })
async function turnedAway(refusal = busy()) {
  refusals = [refusal]
  const refused = await send()
  expect(refused.status).toBe(refusal.status)
  return arrivedOf(refused)
}
const arrivedOf = ({ headers }: Pick<Awaited<ReturnType<typeof send>>, 'headers'>) =>
  headers['lectern-arrived']?.toString()
const late = [409, 'The deadline for abstracts was 1 April 2026 at 12:00 (UTC).']

test('a file that the portal had no room for before the deadline is in time when it is sent again after it', async () => {
  const arrived = await turnedAway()
  t.clock.advance(2 * MINUTE)
  // Still full: it came when it came first.
  refusals = [busy()]
  const again = await send({ arrived })
  expect([again.status, arrivedOf(again)]).toEqual([503, arrived])
  t.clock.advance(2 * MINUTE)
  expect((await send({ arrived })).status).toBe(200)
})

test('so is one that came while the portal is away', async () => {
  const arrived = await turnedAway(new AppError('unavailable', 'Away.'))
  t.clock.advance(MINUTE)
  expect((await send({ arrived })).status).toBe(200)
})

test('so is one that was not let in at the door', async () => {
  let letGo = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { intake, pressure } = t.app.portal
  let inside = 0
  t.app.portal.intake = {
    ...intake,
    receive: async () => {
      inside += 1
      await isHeld
      throw busy()
    },
  }
  const crowd = Array.from({ length: CROWD }, () => send())
  await expect.poll(() => inside, { timeout: 60_000 }).toBe(CROWD)
  t.app.portal.pressure = { isHigh: () => true }
  const refused = await send()
  Object.assign(t.app.portal, { intake, pressure })
  letGo()
  await Promise.all(crowd)
  expect(refused.status).toBe(503)
  t.clock.advance(MINUTE)
  expect((await send({ arrived: arrivedOf(refused) })).status).toBe(200)
})

test('a session that was renewed meanwhile is still the same', async () => {
  const arrived = await turnedAway()
  t.clock.advance(MINUTE)
  const { body } = await t.call(refreshToken, { body: { refreshToken: author.refreshToken } })
  expect(body.token).not.toBe(author.token)
  expect((await send({ arrived, as: body.token })).status).toBe(200)
})

test('so is one that came with an access token whose time was over, while there was no room to renew it', async () => {
  t.clock.now = new Date(DEADLINE.getTime() - 20 * MINUTE)
  author = await makePerson(t, { role: 'author' })
  t.clock.now = new Date(DEADLINE.getTime() - 1000)
  const asked = await send()
  expect(asked.status).toBe(401)
  t.clock.advance(MINUTE)
  const { token: as } = (await t.call(refreshToken, { body: { refreshToken: author.refreshToken } })).body
  expect((await send({ key: 'other', as })).status).toBe(409)
  expect((await send({ key: 'two', as, arrived: arrivedOf(asked) })).status).toBe(409)
  expect((await send({ as, arrived: arrivedOf(asked) })).status).toBe(200)
})

test('without what the portal said it is late, and so it is under another key, of somebody else, or after a quarter of an hour', async () => {
  const arrived = (await turnedAway()) ?? ''
  const other = await makePerson(t, { role: 'author' })
  t.clock.advance(MINUTE)
  const [at = '', proof = ''] = arrived.split('.')
  const tries = [
    await send({ key: 'two' }),
    await send({ key: 'three', arrived }),
    await send({ as: other.token, arrived }),
    await send({ key: 'four', arrived: `${Number(at) - 1}.${proof}` }),
    await send({ key: 'five', arrived: at }),
  ]
  t.clock.advance(14 * MINUTE)
  const { body } = await t.call(refreshToken, { body: { refreshToken: author.refreshToken } })
  tries.push(await send({ key: 'one', arrived, as: body.token }))
  expect(tries.map(({ status, refusal }) => [status, refusal.message])).toEqual(tries.map(() => late))
})

test('for another call it says nothing', async () => {
  const made = (await send({ key: 'made' })).body
  const arrived = await turnedAway()
  t.clock.advance(MINUTE)
  const params = { abstractId: made.abstractId }
  const headers = { 'idempotency-key': 'one', 'lectern-arrived': arrived ?? '' }
  const replaced = await t.upload(resubmitAbstract, { as: author.token, params, file, headers })
  expect([replaced.status, replaced.refusal.message]).toEqual(late)
})

test('who came too late is told nothing, and nor is who is refused for the file or gives no key', async () => {
  refusals = [new AppError('not_a_pdf', 'Not a PDF.')]
  expect(arrivedOf(await send())).toBeUndefined()
  refusals = [busy()]
  const keyless = await t.upload(submitAbstract, { as: author.token, file })
  expect([keyless.status, arrivedOf(keyless)]).toEqual([503, undefined])
  t.clock.now = new Date(DEADLINE.getTime() + 1000)
  const arrived = await turnedAway()
  const tried = await send({ arrived })
  expect([tried.status, tried.refusal.message]).toEqual(late)
})
