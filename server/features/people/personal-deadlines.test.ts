import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices } from '#shared/notices/contract.ts'
import { changeUser, readUser } from '#shared/people/desk-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  await set({
    timeZone: 'Europe/Zurich',
    deadlines: { abstract: '2026-05-03T23:59:00+02:00', paper: null, resubmission: null, review: null },
  })
})
afterAll(() => t.close())

async function set(change: Partial<Settings>) {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, ...change }, revision }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}
const extend = (who: MadePerson, extensions: Partial<Record<DeadlineKind, string | null>>) =>
  t.call(changeUser, { as: admin.token, params: { userId: who.id }, body: { extensions } })
const told = async (who: MadePerson) => (await t.call(listNotices, { as: who.token })).body.items
const mailed = async (who: MadePerson) => (await t.mails()).filter((mail) => mail.toAddress === who.email)

test('more time is told to the person, by notice and mail, in the conference’s zone and in UTC', async () => {
  const ada = await makePerson(t, { role: 'author' })
  await extend(ada, { abstract: '2026-05-10T23:59:00-12:00' })
  const [notice] = await told(ada)
  expect(notice?.title).toBe('More time: abstracts')
  expect(notice?.body).toContain('11 May 2026 at 13:59 (Europe/Zurich, UTC+02:00)')
  const [mail] = await mailed(ada)
  expect(mail?.subject).toBe('More time for abstracts: 11 May 2026')
  expect(mail?.text).toContain('11 May 2026 at 13:59 (Europe/Zurich, UTC+02:00)')
  expect(mail?.text).toContain('11 May 2026 at 11:59 (UTC)')
})

test('what changes nothing is not told: the same again, or earlier than everybody’s', async () => {
  const bea = await makePerson(t, { role: 'author' })
  await extend(bea, { abstract: '2026-04-01T12:00:00Z', paper: '2026-06-01T12:00:00Z' })
  expect(await told(bea)).toEqual([])
  await extend(bea, { abstract: '2026-05-20T12:00:00Z' })
  await extend(bea, { abstract: '2026-05-20T14:00:00+02:00' })
  expect(await told(bea)).toHaveLength(1)
})

test('a personal deadline taken away is told, with the one that counts again', async () => {
  const cem = await makePerson(t, { role: 'author' })
  await extend(cem, { abstract: '2026-05-20T12:00:00Z' })
  const { status, body } = await extend(cem, { abstract: null })
  expect([status, body.user.extensions]).toEqual([200, {}])
  const [last] = await told(cem)
  expect(last?.body).toContain('3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)')
  expect(last?.title).toBe('Your deadline for abstracts has changed')
})

test('a person’s page tells each deadline, everybody’s and theirs, and which one counts', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const dora = await makePerson(t, { role: 'author' })
  const { abstractId, paperId } = await submissionAt(t, 'paper_submitted', { author: dora, reviewer, admin })
  await extend(dora, { abstract: '2026-04-01T12:00:00Z', review: '2026-06-01T12:00:00Z' })
  const { body } = await t.call(readUser, { as: admin.token, params: { userId: dora.id } })
  const seconds = (iso: string) => ({ _seconds: Date.parse(iso) / 1000, _nanoseconds: 0 })
  const common = seconds('2026-05-03T23:59:00+02:00')
  expect(body.deadlines).toEqual([
    { kind: 'abstract', common, personal: seconds('2026-04-01T12:00:00Z'), inForce: common },
    { kind: 'paper', common: null, personal: null, inForce: null },
    { kind: 'resubmission', common: null, personal: null, inForce: null },
    { kind: 'review', common: null, personal: seconds('2026-06-01T12:00:00Z'), inForce: null },
  ])
  expect(body.submissions).toMatchObject([
    { abstractId, paperId, status: 'abstract_approved', paperStatus: 'paper_submitted' },
  ])
  const unknown = { userId: '018f0000-0000-7000-8000-000000000001' }
  expect((await t.call(readUser, { as: admin.token, params: unknown })).status).toBe(404)
})

test('a personal deadline that has passed is refused at its field, and nothing is changed', async () => {
  const eva = await makePerson(t, { role: 'author' })
  await extend(eva, { abstract: '2026-05-20T12:00:00Z' })
  const refused = async (until: string) => {
    const { status, refusal } = await extend(eva, { paper: '2026-06-01T12:00:00Z', abstract: until })
    return [status, refusal]
  }
  const message = 'This moment has passed. Choose one that lies ahead.'
  const answer = [422, { error: 'invalid', message, details: [{ field: 'extensions.abstract', message }] }]
  expect(await refused('2020-01-01T12:00:00Z')).toEqual(answer)
  expect(await refused(t.clock.now.toISOString())).toEqual(answer)
  const { body } = await t.call(readUser, { as: admin.token, params: { userId: eva.id } })
  expect(Object.keys(body.person.extensions)).toEqual(['abstract'])
  expect((await extend(eva, { abstract: new Date(t.clock.now.getTime() + 1).toISOString() })).status).toBe(
    200,
  )
})
