import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignments, users } from '#server/db/schema.ts'
import { listNotices } from '#shared/notices/contract.ts'
import {
  approvePaper,
  declinePaper,
  previewPaper,
  requestPaperChange,
  withdrawFromPaper,
} from '#shared/reviewing/contract.ts'
import {
  approvePaperAsChair,
  assignReviewer,
  declinePaperAsChair,
  listPapers,
  paperDeskOverview,
  unassignReviewer,
} from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
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
/** What organisers were told of reviews in a conflict. */
const told = async () =>
  (await t.call(listNotices, { as: admin.token })).body.items.flatMap(({ title }) =>
    title.includes('conflict of interest') ? [title] : [],
  )
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

/** Names people as co-authors of a submission. */
async function nameCoAuthors(author: MadePerson, abstractId: string, people: readonly MadePerson[]) {
  const coAuthors = people.map(({ email }) => ({ name: 'Somebody', email, organization: '', orcid: '' }))
  const body = { title: 'Bridges', topics: [], coAuthors, revision: 0 }
  expect((await t.call(saveDetails, { as: author.token, params: { abstractId }, body })).status).toBe(200)
}

test('who came to be a co-author decides nothing about the paper, and gives it back', async () => {
  const author = await makePerson(t, { role: 'author', organization: 'Fjord' })
  const rita = await makePerson(t, { role: 'reviewer', organization: 'Steppe' })
  const params = await assignedPaper(author, rita)
  await nameCoAuthors(author, params.abstractId, [rita])
  const given = { as: rita.token, params }
  const { canDecide, conflict } = (await t.call(previewPaper, given)).body
  expect([canDecide, conflict]).toEqual([false, true])
  const refused = [
    await t.call(approvePaper, { ...given, body: { score: 100 } }),
    await t.call(requestPaperChange, { ...given, body: { score: 90, reason: 'A comma.' } }),
    await t.call(declinePaper, { ...given, body: { reason: 'Not new.' } }),
  ]
  expect(refused.map(({ status, refusal }) => [status, refusal.error])).toEqual(
    refused.map(() => [409, 'conflict_of_interest']),
  )
  expect(refused[0]?.refusal.message).toContain('give it back')
  const { paper, reviews } = (await t.call(paperDeskOverview, { as: admin.token, params })).body
  expect([paper.status, reviews]).toEqual(['paper_submitted', []])
  const body = { reason: 'I wrote it.', conflict: true }
  expect((await t.call(withdrawFromPaper, { ...given, body })).status).toBe(200)
})

test('what comes to light after a review settles nothing else than it would have: its author would learn who reviews. Organisers are told', async () => {
  const author = await makePerson(t, { role: 'author', organization: 'Delta' })
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Early', organization: 'Tundra' })
  const omar = await makePerson(t, { role: 'reviewer', organization: 'Savanna' })
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const two = { settings: { ...settings, reviewsPerPaper: 2 }, revision }
  expect((await t.call(saveSettings, { as: admin.token, body: two })).status).toBe(200)
  const params = await assignedPaper(author, rita)
  const assign = { as: admin.token, params, body: { reviewerId: omar.id } }
  expect((await t.call(assignReviewer, assign)).status).toBe(200)
  await t.call(approvePaper, { as: rita.token, params, body: { score: 100 } })
  await nameCoAuthors(author, params.abstractId, [rita])
  expect(await filtered()).toContain(params.paperId)
  // As it could be done once after a review that counts, too.
  const ended = { endedAt: t.clock.now, endedHow: 'unassigned' as const }
  await t.database.db.update(assignments).set(ended).where(eq(assignments.reviewerId, rita.id))
  expect(await filtered(), 'her review still counts').toContain(params.paperId)
  expect(await told()).toEqual([])
  expect((await t.call(approvePaper, { as: omar.token, params, body: { score: 70 } })).status).toBe(200)
  const { paper } = (await t.call(paperDeskOverview, { as: admin.token, params })).body
  expect([paper.status, paper.decisionNeeded]).toEqual(['awaiting_payment', false])
  expect(await told()).toEqual([`Paper ${params.paperId}: a review in a conflict of interest`])
})

test('what yielded to a reason hides nothing else that is found later', async () => {
  const orcid = '0000-0002-1825-0097'
  const author = await makePerson(t, { role: 'author', organization: 'Large University' })
  const colleague = await makePerson(t, { role: 'reviewer', name: 'Cora', organization: 'Large University' })
  const params = await assignedPaper(author, await makePerson(t, { role: 'reviewer' }))
  const body = { reviewerId: colleague.id, overrideReason: 'It is large.' }
  expect((await t.call(assignReviewer, { as: admin.token, params, body })).status).toBe(200)
  const ofPaper = async () =>
    (await marked()).flatMap(([paperId, , reason]) => (paperId === params.paperId ? [reason] : []))
  expect(await ofPaper()).toEqual([])
  await move(colleague, 'large university.')
  expect(await ofPaper(), 'the same, spelled otherwise').toEqual([])
  const other = await makePerson(t, { role: 'author', organization: 'Large University' })
  await nameCoAuthors(author, params.abstractId, [other])
  expect(await ofPaper(), 'with somebody else').toEqual([
    'Reviewer and co-author Somebody are both of large university.',
  ])
  const both = [author.id, colleague.id]
  await t.database.db.update(users).set({ orcid }).where(inArray(users.id, both))
  expect(await ofPaper(), 'graver').toEqual([`Reviewer and author have the same ORCID iD, ${orcid}.`])
  await t.call(approvePaperAsChair, { as: admin.token, params, body: {} })
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
