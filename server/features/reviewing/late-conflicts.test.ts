import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { declinePaper } from '#shared/reviewing/contract.ts'
import {
  assignReviewer,
  declinePaperAsChair,
  listPapers,
  paperDeskOverview,
  unassignReviewer,
} from '#shared/reviewing/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** What came to be in conflict after it was assigned is marked at the papers desk, with its reason. */

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

async function assignedPaper(author: MadePerson, reviewer: MadePerson) {
  return submissionAt(t, 'paper_submitted', { author, reviewer, admin })
}
const marked = async () =>
  (await t.call(listPapers, { as: admin.token, query: { sort: 'id' } })).body.items.flatMap(
    ({ paperId, lateConflicts }) =>
      lateConflicts.map(({ reviewer, reason }) => [paperId, reviewer.name, reason]),
  )
const filtered = async () => {
  const { items, count } = (
    await t.call(listPapers, { as: admin.token, query: { sort: 'id', status: 'late_conflict' } })
  ).body
  expect(count).toBe(items.length)
  return items.map(({ paperId }) => paperId)
}
const move = (who: MadePerson, organization: string) =>
  t.database.db.update(users).set({ organization }).where(eq(users.id, who.id))

test('a co-author added, an organisation changed: marked with the reason, filtered, gone when it is mended or reviewed', async () => {
  const ada = await makePerson(t, { role: 'author', organization: 'North' })
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader', organization: 'South' })
  const omar = await makePerson(t, { role: 'reviewer', name: 'Omar Other', organization: 'East' })
  const one = await assignedPaper(ada, rita)
  const two = await assignedPaper(ada, omar)
  expect([await marked(), await filtered()]).toEqual([[], []])

  await t.call(saveDetails, {
    as: ada.token,
    params: { abstractId: one.abstractId },
    body: {
      title: 'Bridges',
      topics: [],
      coAuthors: [{ name: 'R. Reader', email: rita.email, organization: '', orcid: '' }],
      revision: 0,
    },
  })
  await move(omar, 'north')
  const isCoAuthor = 'The reviewer is a co-author.'
  const isOfNorth = 'Reviewer and author are both of north.'
  expect(await marked()).toEqual([
    [one.paperId, 'Rita Reader', isCoAuthor],
    [two.paperId, 'Omar Other', isOfNorth],
  ])
  expect(await filtered()).toEqual([one.paperId, two.paperId])
  const overview = await t.call(paperDeskOverview, { as: admin.token, params: { paperId: two.paperId } })
  expect(overview.body.paper.lateConflicts).toEqual([
    { reviewer: { id: omar.id, name: 'Omar Other' }, reason: isOfNorth },
  ])

  await move(omar, 'East')
  expect(await filtered()).toEqual([one.paperId])
  await t.call(unassignReviewer, {
    as: admin.token,
    params: { paperId: one.paperId, reviewerId: rita.id },
  })
  expect(await filtered()).toEqual([])
  const params = { paperId: two.paperId }
  await t.call(declinePaper, { as: omar.token, params, body: { score: 20, reason: 'Not new.' } })
  await move(omar, 'north')
  expect([await marked(), await filtered()], 'written, but not decided').toEqual([
    [[two.paperId, 'Omar Other', isOfNorth]],
    [two.paperId],
  ])
  const body = { confirmText: 'DECLINE', reason: 'Not new.' }
  expect((await t.call(declinePaperAsChair, { as: admin.token, params, body })).status).toBe(200)
  expect([await marked(), await filtered()], 'what is decided needs no other reviewer').toEqual([[], []])
})

test('what was known and yielded to a reason is not found later; a reason for the limit hides nothing', async () => {
  const zoe = await makePerson(t, { role: 'author', organization: 'Harbour' })
  const first = await makePerson(t, { role: 'reviewer', organization: 'Quay' })
  const { paperId } = await assignedPaper(zoe, first)
  const colleague = await makePerson(t, { role: 'reviewer', organization: 'Harbour' })
  const full = await makePerson(t, { role: 'reviewer', name: 'Full Fred', organization: 'Isle' })
  await t.database.db.update(users).set({ reviewLimit: 0 }).where(eq(users.id, full.id))
  for (const { id } of [colleague, full]) {
    const body = { reviewerId: id, overrideReason: 'Nobody else knows this.' }
    expect((await t.call(assignReviewer, { as: admin.token, params: { paperId }, body })).status).toBe(200)
  }
  expect(await filtered()).toEqual([])
  await move(full, 'Harbour')
  expect(await marked()).toEqual([[paperId, 'Full Fred', 'Reviewer and author are both of Harbour.']])
})
