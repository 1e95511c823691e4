import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listActivity } from '#shared/activity/contract.ts'
import { myData } from '#shared/people/account-contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { readTopics, saveTopics } from '#shared/people/topics-contract.ts'
import { readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const conferenceHas = async (topics: string[]) => {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, topics }, revision }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}
beforeEach(() => conferenceHas(['Bridges', 'Fire', 'Tunnels']))

const reviewer = () => makePerson(t, { role: 'reviewer' })
const save = ({ token }: MadePerson, topics: string[]) => t.call(saveTopics, { as: token, body: { topics } })
const change = ({ id }: MadePerson, topics: string[]) =>
  t.call(changeUser, { as: admin.token, params: { userId: id }, body: { topics } })
const ownOf = async ({ token }: MadePerson) => (await t.call(readTopics, { as: token })).body.topics
const atTheDesk = async ({ id }: MadePerson) =>
  (await t.call(readReviewer, { as: admin.token, params: { reviewerId: id } })).body.reviewer.topics

test('a reviewer chooses from the conference’s topics, in its order; organisers see and change them', async () => {
  const rita = await reviewer()
  expect(await ownOf(rita)).toEqual([])
  expect((await save(rita, ['Tunnels', 'Bridges', 'Tunnels'])).body).toEqual({
    message: 'Topics saved.',
    topics: ['Bridges', 'Tunnels'],
  })
  expect([await ownOf(rita), await atTheDesk(rita)]).toEqual([
    ['Bridges', 'Tunnels'],
    ['Bridges', 'Tunnels'],
  ])
  expect((await change(rita, ['Fire'])).body.message).toBe('Saved.')
  expect([await ownOf(rita), await atTheDesk(rita)]).toEqual([['Fire'], ['Fire']])
  await t.call(changeUser, {
    as: admin.token,
    params: { userId: rita.id },
    body: { reviewLimit: 3 },
  })
  expect(await ownOf(rita)).toEqual(['Fire'])
  expect((await save(rita, [])).body.topics).toEqual([])
  expect(await atTheDesk(rita)).toEqual([])
})

test('what the conference does not have is refused at its field, and changes nothing', async () => {
  const rita = await reviewer()
  await save(rita, ['Fire'])
  const message = '“Wind” is not among the conference’s topics.'
  for (const answer of [await save(rita, ['Fire', 'Wind']), await change(rita, ['Wind'])]) {
    expect([answer.status, answer.refusal.error, answer.refusal.message]).toEqual([422, 'invalid', message])
    expect(answer.refusal).toMatchObject({ details: [{ field: 'topics', message }] })
  }
  expect(await ownOf(rita)).toEqual(['Fire'])
})

test('a topic that the settings have lost can be kept, and once it is let go it is gone', async () => {
  const rita = await reviewer()
  await save(rita, ['Bridges', 'Fire'])
  await conferenceHas(['Tunnels', 'Bridges'])
  expect((await save(rita, ['Fire', 'Tunnels'])).body.topics).toEqual(['Tunnels', 'Fire'])
  expect((await change(rita, ['Fire'])).status).toBe(200)
  expect((await save(rita, ['Tunnels'])).body.topics).toEqual(['Tunnels'])
  expect((await save(rita, ['Fire'])).status).toBe(422)
})

test('the activity says whose topics who changed, not which; one’s own data has them', async () => {
  const rita = await reviewer()
  await save(rita, ['Bridges'])
  await change(rita, ['Bridges', 'Fire'])
  const { items } = (await t.call(listActivity, { as: admin.token })).body
  const seen = items
    .filter(({ kind, person }) => kind === 'person' && person?.id === rita.id)
    .filter(({ action }) => action === 'changed')
    .map(({ actor, changes }) => [actor?.id, changes])
  expect(seen).toEqual([
    [admin.id, [{ field: 'topics', before: '…', after: '…' }]],
    [rita.id, [{ field: 'topics', before: null, after: '…' }]],
  ])
  const { downloadUrl } = (await t.call(myData, { as: rita.token })).body
  const archive = await t.app.http.inject({ method: 'GET', url: downloadUrl })
  const json = (await unzip(archive.rawPayload)).get('my-data.json')
  expect(JSON.parse(json?.toString() ?? '{}').account.topics).toEqual(['Bridges', 'Fire'])
})
