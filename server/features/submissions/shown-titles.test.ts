import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewAssignments } from '#shared/assigning/contract.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import { readDeletion } from '#shared/people/account-contract.ts'
import { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { listOngoing } from '#shared/submissions/contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('where a paper has no title, who assigns and who leaves reads the name of its file', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const author = await makePerson(t, { role: 'author' })
  const [first, other] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer', name: 'Olga Other' }),
  ]
  const { abstractId, paperId } = await submissionAt(t, 'paper_submitted', { author, admin, reviewer: first })
  const title = async (revision: number, title: string) => {
    const body = { title, topics: [], coAuthors: [], revision }
    const params = { abstractId }
    expect((await t.call(saveDetails, { as: author.token, params, body })).status).toBe(200)
  }
  const shown = async () => {
    const pairs = [{ paperId, reviewerId: other.id }]
    const plan = await t.call(previewAssignments, { as: admin.token, body: { pairs } })
    const wish = { reviewsPerPaper: 2, mostPapers: 5, leastPapers: 0, objective: 'total' as const }
    const proposed = await t.call(proposeAssignments, { as: admin.token, body: wish })
    const leaving = await t.call(readDeletion, { as: author.token })
    return [
      plan.body.rows[0]?.title,
      proposed.body.pairs[0]?.title,
      proposed.body.seats[0]?.title,
      leaving.body.withdrawn[0]?.title,
    ]
  }
  const paper = await t.call(paperDeskOverview, { as: admin.token, params: { paperId } })
  const file = paper.body.paper.fileName
  const abstract = (await t.call(listOngoing, { as: author.token })).body.abstracts[0]?.fileName
  await title(0, '')
  expect(await shown()).toEqual([file, file, file, abstract])
  await title(1, 'Bridges')
  expect(await shown()).toEqual(Array(4).fill('Bridges'))
})
