import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProposals, startProposal } from '#shared/assigning/proposals-contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { deletePaper } from '#shared/submissions/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

/** Starts a proposal; gives its id. */
async function start(): Promise<string> {
  t.clock.advance(1000)
  return (await t.call(startProposal, { as: admin.token, body: {} })).body.proposalId
}
/** An author with a paper under review and a reviewer, both in a proposal that is done. */
async function proposed() {
  const author = await makePerson(t, { role: 'author' })
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: reviewer.id } })
  const proposalId = await start()
  await t.drain()
  return { author, reviewer, paperId, proposalId }
}
/** Those of some proposals that are kept, with their state. */
async function kept(...ids: string[]): Promise<string[]> {
  const { items } = (await t.call(listProposals, { as: admin.token })).body
  return ids.map((id) => items.find((one) => one.id === id)?.state ?? 'gone')
}
async function leave(person: MadePerson): Promise<void> {
  const left = await t.call(deleteAccount, { as: person.token, body: { password: person.password } })
  expect(left.status).toBe(200)
}

test('a stranger who leaves takes no proposal with them, nor does who only submitted an abstract', async () => {
  const { reviewer, proposalId } = await proposed()
  const [stranger, writer] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'author' }),
  ]
  await submissionAt(t, 'abstract_submitted', { author: writer, reviewer, admin })
  const running = await start()
  await leave(stranger)
  await leave(writer)
  expect(await kept(proposalId, running)).toEqual(['done', 'running'])
})

test('who reviews in a proposal takes it with them, done or under way, and none of before they came', async () => {
  const before = await proposed()
  const { reviewer, proposalId } = await proposed()
  const running = await start()
  await leave(reviewer)
  expect(await kept(before.proposalId, proposalId, running)).toEqual(['done', 'gone', 'gone'])
})

test('whose paper is in a proposal takes it with them', async () => {
  const before = await proposed()
  const { author, proposalId } = await proposed()
  await leave(author)
  expect(await kept(before.proposalId, proposalId)).toEqual(['done', 'gone'])
})

test('whose paper is in a proposal takes it with them after they deleted the paper too', async () => {
  const { author, paperId, proposalId } = await proposed()
  const params = { paperId }
  expect((await t.call(deletePaper, { as: author.token, params })).status).toBe(200)
  const running = await start()
  await leave(author)
  expect(await kept(proposalId, running)).toEqual(['gone', 'running'])
})

test('who made a proposal takes it with them', async () => {
  const maker = await makePerson(t, { role: 'admin' })
  const { proposalId } = (await t.call(startProposal, { as: maker.token, body: {} })).body
  await t.drain()
  await leave(maker)
  expect(await kept(proposalId)).toEqual(['gone'])
})
