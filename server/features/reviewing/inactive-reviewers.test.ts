import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import type { BodyInputOf } from '#shared/core/endpoint.ts'
import { changeUser, listUsers, readUser } from '#shared/people/desk-contract.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { listPapers, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let author: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  author = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
  await makePerson(t, { role: 'reviewer', name: 'Sofia Spare' })
})
afterAll(() => t.close())

async function paper() {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const made = await submissionAt(t, 'paper_submitted', { author, admin, reviewer })
  return { reviewer, made, paperId: made.paperId }
}
const change = (who: MadePerson, body: BodyInputOf<typeof changeUser>) =>
  t.call(changeUser, { as: admin.token, params: { userId: who.id }, body })
const missing = async () =>
  (await t.call(listPapers, { as: admin.token, query: { status: 'unassigned' } })).body.items.map(
    ({ paperId }) => paperId,
  )
const desk = async (made: { paperId: string }) =>
  (await t.call(paperDeskOverview, { as: admin.token, params: { paperId: made.paperId } })).body

test.each([
  ['disabled', { disabled: true }, { disabled: false }],
  ['no_reviewer', { role: 'author' }, { role: 'reviewer' }],
] as const)(
  'a reviewer who is %s leaves a paper without one, until they are back',
  async (why, away, back) => {
    const made = await paper()
    expect(await missing()).not.toContain(made.paperId)
    await change(made.reviewer, away)
    const { paper: listed, assignments } = await desk(made)
    expect([listed.assigned, assignments.map(({ inactive, ended }) => [inactive, ended])]).toEqual([
      0,
      [[why, null]],
    ])
    expect(await missing()).toContain(made.paperId)
    const proposed = await t.call(proposeAssignments, { as: admin.token, body: {} })
    expect(proposed.body.pairs.map(({ paperId }) => paperId)).toContain(made.paperId)

    await change(made.reviewer, back)
    const again = await desk(made)
    expect([again.paper.assigned, again.assignments[0]?.inactive]).toEqual([1, null])
    expect(await missing()).not.toContain(made.paperId)
  },
)

test('a review that is in counts, whatever became of who wrote it', async () => {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  await t.call(saveSettings, {
    as: admin.token,
    body: { settings: { ...settings, reviewsPerPaper: 2 }, revision },
  })
  const made = await paper()
  await t.call(approvePaper, { as: made.reviewer.token, params: made.made, body: { score: 80 } })
  await change(made.reviewer, { disabled: true })
  const { paper: listed, assignments } = await desk(made)
  expect([listed.assigned, listed.reviewsIn, assignments[0]?.inactive]).toEqual([1, 1, 'disabled'])
})

test('how many papers wait for a person’s review is known before they are disabled', async () => {
  const made = await paper()
  const read = await t.call(readUser, { as: admin.token, params: { userId: made.reviewer.id } })
  expect(read.body.person.openReviews).toBe(1)
  const listed = await t.call(listUsers, { as: admin.token, query: { q: made.reviewer.email } })
  expect(listed.body.items.map(({ openReviews }) => openReviews)).toEqual([1])
  await t.call(approvePaper, { as: made.reviewer.token, params: made.made, body: { score: 80 } })
  const later = await t.call(readUser, { as: admin.token, params: { userId: made.reviewer.id } })
  expect(later.body.person.openReviews).toBe(0)
})
