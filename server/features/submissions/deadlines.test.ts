import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { listCompleted, listOngoing, submitAbstract } from '#shared/submissions/contract.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
  const read = (await t.call(readSettings, { as: admin.token })).body
  const deadlines = { ...read.settings.deadlines, abstract: '2026-05-03T23:59:00+02:00' }
  const settings = { ...read.settings, deadlines, graceMinutes: 15, timeZone: 'Europe/Zurich' }
  await t.call(saveSettings, { as: admin.token, body: { ...read, settings } })
})
afterAll(() => t.close())

async function submitAt(moment: string) {
  t.clock.now = new Date(moment)
  const token = await logIn(t, ada.email, ada.password)
  return t.upload(submitAbstract, { as: token, file: await makePdf() })
}

test('until the grace is over an abstract is taken, and not a second longer', async () => {
  expect((await submitAt('2026-05-03T21:59:00Z')).status).toBe(200)
  expect((await submitAt('2026-05-03T22:14:00Z')).status).toBe(200)
  const late = await submitAt('2026-05-03T22:14:01Z')
  expect([late.status, late.refusal]).toEqual([
    409,
    {
      error: 'deadline_passed',
      message: 'The deadline for abstracts was 3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00).',
    },
  ])
  const { abstracts } = (await t.call(listOngoing, { as: await logIn(t, ada.email, ada.password) })).body
  expect(abstracts.map(({ abilities }) => abilities.editAbstract)).toEqual([false, false])
  const until = { _seconds: Date.parse('2026-05-03T21:59:00Z') / 1000, _nanoseconds: 0 }
  expect(abstracts.map(({ editUntil }) => editUntil)).toEqual(Array(2).fill({ abstract: until, paper: null }))
})

const newUntil = async (token: string) =>
  Promise.all(
    [listOngoing, listCompleted].map(async (list) => {
      const until = (await t.call(list, { as: token })).body.newAbstractUntil
      return until && new Date(until._seconds * 1000).toISOString()
    }),
  )

test('a new abstract is said to be taken for just as long, with the deadline as it was told', async () => {
  const author = await makePerson(t, { role: 'author' })
  const saidAt = async (at: string) => {
    t.clock.now = new Date(at)
    const token = await logIn(t, author.email, author.password)
    const lists = [listOngoing, listCompleted].map(async (list) => (await t.call(list, { as: token })).body)
    return (await Promise.all(lists)).map(({ newAbstractOpen, newAbstractUntil }) => [
      newAbstractOpen,
      newAbstractUntil?._seconds,
    ])
  }
  const until = Date.parse('2026-05-03T21:59:00Z') / 1000
  expect(await saidAt('2026-05-03T22:14:00Z')).toEqual(Array(2).fill([true, until]))
  expect(await saidAt('2026-05-03T22:14:01Z')).toEqual(Array(2).fill([false, until]))
})

test('the first mail promises no replacement after the deadline, when the abstract can only be deleted', async () => {
  expect((await submitAt('2026-05-03T21:59:00Z')).status).toBe(200)
  const mail = (await t.mails()).findLast(({ kind }) => kind === 'abstract_received')
  expect(mail?.text).toContain('you can delete it, and replace it as long as abstracts are taken.')
})

test('a personal extension opens it again for one person alone', async () => {
  const token = await logIn(t, admin.email, admin.password)
  const body = { extensions: { abstract: '2026-05-05T12:00:00Z' } }
  expect((await t.call(changeUser, { as: token, params: { userId: ada.id }, body })).status).toBe(200)
  expect((await submitAt('2026-05-05T12:15:00Z')).status).toBe(200)
  expect((await submitAt('2026-05-05T12:15:01Z')).status).toBe(409)
  const other = await makePerson(t, { role: 'author' })
  t.clock.now = new Date('2026-05-04T12:00:00Z')
  const theirs = await logIn(t, other.email, other.password)
  expect(await newUntil(await logIn(t, ada.email, ada.password))).toEqual(
    Array(2).fill('2026-05-05T12:00:00.000Z'),
  )
  expect(await newUntil(theirs)).toEqual(Array(2).fill('2026-05-03T21:59:00.000Z'))
  expect((await t.upload(submitAbstract, { as: theirs, file: await makePdf() })).status).toBe(409)
})
