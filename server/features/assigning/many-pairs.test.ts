import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyAssignments, undoBatch } from '#shared/assigning/contract.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const said: string[] = []
let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal({ logger: { logQuery: (statement) => void said.push(statement) } })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

/** Papers under review that nobody has, one for each of as many reviewers. */
async function pairsOf(count: number) {
  const [author, first] = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'reviewer' })]
  const cast = { author, reviewer: first, admin }
  const pairs: { paperId: string; reviewer: MadePerson }[] = []
  for (let n = 0; n < count; n += 1) {
    const { paperId } = await submissionAt(t, 'paper_submitted', cast)
    await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: first.id } })
    pairs.push({ paperId, reviewer: await makePerson(t, { role: 'reviewer' }) })
  }
  return pairs
}

/** The statements of applying a batch to so many reviewers, and of taking it back; each of them told of both. */
async function statementsFor(count: number) {
  const pairs = await pairsOf(count)
  said.length = 0
  const { batchId } = (
    await t.call(applyAssignments, {
      as: admin.token,
      body: {
        pairs: pairs.map(({ paperId, reviewer }) => ({ paperId, reviewerId: reviewer.id })),
        source: 'automatic',
      },
    })
  ).body
  const applying = said.length
  said.length = 0
  const undone = await t.call(undoBatch, { as: admin.token, params: { batchId: batchId ?? '' } })
  const undoing = said.length
  expect(undone.body.undone).toBe(count)
  const mails = await t.mails()
  for (const { paperId, reviewer } of pairs) {
    const notices = (await t.call(listNotices, { as: reviewer.token })).body.items
    expect(notices.map(({ body }) => body.includes(paperId))).toEqual([true, true])
    expect(mails.filter(({ toAddress }) => toAddress === reviewer.email)).toHaveLength(2)
  }
  return { applying, undoing }
}

test('a batch is applied, and taken back, with as many statements for four reviewers as for two', async () => {
  expect(await statementsFor(4)).toEqual(await statementsFor(2))
})
