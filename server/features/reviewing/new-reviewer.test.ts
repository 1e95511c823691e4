import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReviewer } from '#server/features/people/new-reviewer-kind.ts'
import { importPeople, previewPeople } from '#shared/people/import-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  const admin = await makePerson(t, { role: 'admin', email: 'clara@conference.example' })
  as = admin.token
  const author = await makePerson(t, { role: 'author', organization: 'Harbour Institute of Technology' })
  const reviewer = await makePerson(t, { role: 'reviewer', organization: 'Another place' })
  await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
})
afterAll(() => t.close())

async function importOf(...rows: string[]) {
  const csv = ['E-mail;Name;Organization;Role', ...rows].join('\n')
  const read = await t.call(previewPeople, { as, body: { file: Buffer.from(csv).toString('base64') } })
  const people = read.body.rows.flatMap(({ person }) => person ?? [])
  expect((await t.call(importPeople, { as, body: { people } })).status).toBe(200)
}
/** Subjects of the mails to the organiser once the jobs, due a minute after an import, were done. */
async function told() {
  await t.database.executeSql('update pgboss.job set start_after = now()')
  await t.drain()
  return (await t.mails())
    .filter(({ toAddress, kind }) => toAddress === 'clara@conference.example' && kind.startsWith('new_rev'))
    .map(({ subject }) => subject)
}
const here = 'Harbour Institute of Technology'

test('conflicts of a list’s reviewers are looked for together, whatever its portions, and told in one message', async () => {
  await importOf(`a@one.example;Ann One;${here};reviewer`, 'b@two.example;Ben Two;Elsewhere;reviewer')
  await importOf(`c@three.example;Cam Three;${here};both`, `d@four.example;Dan Four;${here};author`)
  expect(await t.app.portal.world().jobs.waiting(newReviewer)).toHaveLength(2)
  expect(await told()).toEqual(['2 new reviewers have conflicts of interest'])
  expect(await t.app.portal.world().jobs.waiting(newReviewer)).toEqual([])
})

test('of one reviewer the submissions are named; of one without a conflict nothing is said', async () => {
  const before = await told()
  await importOf('e@five.example;Eve Five;Elsewhere;reviewer')
  expect(await told()).toEqual(before)
  await importOf(`f@six.example;Fay Six;${here};reviewer`)
  expect(await told()).toEqual([...before, 'A new reviewer has a conflict of interest with 1 submission'])
})

test('a job that an earlier portal wrote, of one person, is still understood', () => {
  const userId = '00000001-0000-7000-8000-000000000001'
  expect(newReviewer.data.parse({ userId })).toEqual({ userIds: [userId] })
})
