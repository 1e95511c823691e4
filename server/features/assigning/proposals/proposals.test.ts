import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proposals, submissions, users } from '#server/db/schema.ts'
import {
  cancelProposal,
  listProposalCandidates,
  listProposals,
  PROPOSALS_KEPT,
  readProposal,
  readProposalMatrix,
  startProposal,
} from '#shared/assigning/proposals-contract.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import type { BodyInputOf } from '#shared/core/endpoint.ts'
import { assignReviewer, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { readSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let neither: MadePerson
let energy: MadePerson
const papers: string[] = []

/** Two papers on energy; one who knows it, one who does not, and one of the first author's own house. */
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
  neither = await makePerson(t, { role: 'reviewer', name: 'Nora Neither' })
  energy = await makePerson(t, { role: 'reviewer', name: 'Emil Energy' })
  await makePerson(t, { role: 'reviewer', name: 'Hans House', email: 'hans@north.example' })
  for (const title of ['Heat pumps', 'Wind at sea']) {
    const email = papers.length === 0 ? 'ada@north.example' : 'bea@south.example'
    const author = await makePerson(t, { role: 'author', email })
    const { paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer: neither, admin })
    await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: neither.id } })
    await t.database.db
      .update(submissions)
      .set({ title, topics: ['Energy'] })
      .where(eq(submissions.paperId, paperId))
    papers.push(paperId)
  }
  await t.database.db
    .update(users)
    .set({ topics: ['Energy'] })
    .where(eq(users.id, energy.id))
})
afterAll(() => t.close())
beforeEach(() => t.clock.advance(1000))

const start = async (body: BodyInputOf<typeof startProposal> = {}) =>
  (await t.call(startProposal, { as: admin.token, body })).body
const read = async (params: { proposalId: string }) =>
  (await t.call(readProposal, { as: admin.token, params })).body
const paper = (place: number) => papers[place] ?? ''

test('a proposal is made in the background, and says what one made at once says', async () => {
  const begun = await start({ objective: 'fair' })
  expect(await read(begun)).toMatchObject({ state: 'running', proposal: null, madeBy: 'Clara Chair' })
  expect((await t.call(readProposalMatrix, { as: admin.token, params: begun })).status).toBe(409)
  await t.drain()
  const made = await read(begun)
  const atOnce = await t.call(proposeAssignments, { as: admin.token, body: { objective: 'fair' } })
  expect(made).toMatchObject({ state: 'done', problem: null, changedSince: 0, wish: { objective: 'fair' } })
  expect(made.proposal).toEqual(atOnce.body)
  expect((await t.call(cancelProposal, { as: admin.token, params: begun })).status).toBe(409)
})

test('one that was cancelled stays so; the next of the same organiser ends the one before', async () => {
  const [first, second] = [await start(), await start()]
  expect((await read(first)).state).toBe('cancelled')
  await t.call(cancelProposal, { as: admin.token, params: second })
  await t.drain()
  expect((await read(second)).state).toBe('cancelled')
})

test('one that fails says why; one whose process died is called interrupted', async () => {
  const must = [{ paperId: paper(0), reviewerId: admin.id }]
  const begun = await start({ must })
  await t.drain()
  expect(await read(begun)).toMatchObject({
    state: 'failed',
    problem: `${paper(0)}: Clara Chair does not review now.`,
  })
  const lost = await start()
  t.clock.advance(200_000)
  expect(await read(lost)).toMatchObject({ state: 'failed', problem: 'It was interrupted. Start it again.' })
})

test('it tells of assignments that were changed since', async () => {
  const begun = await start()
  await t.drain()
  t.clock.advance(1000)
  const pair = { paperId: paper(0), reviewerId: neither.id }
  await t.call(assignReviewer, { as: admin.token, params: pair, body: { reviewerId: neither.id } })
  expect((await read(begun)).changedSince).toBe(1)
  await t.call(unassignReviewer, { as: admin.token, params: pair })
})

test('the matrix gives every pair its score, and nothing where it cannot be', async () => {
  const begun = await start()
  await t.drain()
  const { body } = await t.call(readProposalMatrix, { as: admin.token, params: begun })
  expect(body.papers.map(({ paperId }) => paperId)).toEqual(papers)
  expect(body.reviewers.map(({ reviewer }) => reviewer)).toEqual([
    'Emil Energy',
    'Nora Neither',
    'Hans House',
  ])
  expect(body).toMatchObject({ count: 2, reviewerCount: 3 })
  expect(body.scores).toEqual([
    [0.4, 0, null],
    [0.4, 0, 0],
  ])
  expect(body.conflicts).toEqual([
    {
      paperId: paper(0),
      reviewerId: expect.any(String),
      reason: 'Reviewer and author share the mail domain north.example.',
    },
  ])
  const second = await t.call(readProposalMatrix, { as: admin.token, params: begun, query: { from: 1 } })
  expect(second.body.papers.map(({ paperId }) => paperId)).toEqual([paper(1)])
})

test('the matrix gives its last page beyond the end, and says where no scores were kept', async () => {
  const begun = await start()
  await t.drain()
  const at = (from: number) => t.call(readProposalMatrix, { as: admin.token, params: begun, query: { from } })
  expect((await at(99_999)).body).toEqual((await at(0)).body)
  expect((await at(0)).body).toMatchObject({ from: 0, areScoresKept: true })
  await t.database.db.update(proposals).set({ scores: null }).where(eq(proposals.id, begun.proposalId))
  const { body } = await at(0)
  expect(body).toMatchObject({ areScoresKept: false, count: 2 })
  expect(new Set(body.scores.flat())).toEqual(new Set([null]))
})

test('the list says what was asked for, what came of it, and how much of it is assigned', async () => {
  const { settings } = (await t.call(readSettings, { as: admin.token })).body
  const begun = await start({ objective: 'fair' })
  const entryOf = async () =>
    (await t.call(listProposals, { as: admin.token })).body.items.find(({ id }) => id === begun.proposalId)
  expect(await entryOf()).toMatchObject({ outcome: null, standing: null })
  await t.drain()
  expect(await entryOf()).toMatchObject({
    wish: { objective: 'fair' },
    outcome: { papers: 2, open: 0, total: 0.8, worst: 0.4, reviewsPerPaper: settings.reviewsPerPaper },
    standing: { assigned: 0, of: 2 },
  })
  const pair = { paperId: paper(0), reviewerId: energy.id }
  await t.call(assignReviewer, { as: admin.token, params: pair, body: { reviewerId: energy.id } })
  expect((await entryOf())?.standing).toEqual({ assigned: 1, of: 2 })
  await t.call(unassignReviewer, { as: admin.token, params: pair })
})

test('for a paper it offers the others, the best first, with load and conflict', async () => {
  const begun = await start()
  await t.drain()
  const query = { paperId: paper(0) }
  const { body } = await t.call(listProposalCandidates, { as: admin.token, params: begun, query })
  expect(body.items).toEqual([
    {
      reviewerId: energy.id,
      reviewer: 'Emil Energy',
      score: 0.4,
      topics: ['Energy'],
      open: 0,
      limit: null,
      conflict: null,
      isForbidden: false,
      odd: [],
    },
    expect.objectContaining({ reviewer: 'Nora Neither', score: 0 }),
    expect.objectContaining({
      reviewer: 'Hans House',
      score: null,
      conflict: 'Reviewer and author share the mail domain north.example.',
      isForbidden: true,
    }),
  ])
  const named = await t.call(listProposalCandidates, {
    as: admin.token,
    params: begun,
    query: { ...query, q: 'hou' },
  })
  expect(named.body.items.map(({ reviewer }) => reviewer)).toEqual(['Hans House'])
})

test('a pair that must not be keeps its score to be looked at, and is named', async () => {
  const mustNot = [{ paperId: paper(0), reviewerId: energy.id }]
  const begun = await start({ mustNot })
  await t.drain()
  const made = await read(begun)
  expect(made.mustNot).toEqual([{ ...mustNot[0], title: 'Heat pumps', reviewer: 'Emil Energy' }])
  expect(made.proposal?.pairs.map(({ reviewer }) => reviewer)).toEqual(['Nora Neither', 'Emil Energy'])
  const { body } = await t.call(readProposalMatrix, { as: admin.token, params: begun })
  expect(body.scores[0]?.[body.reviewers.findIndex(({ reviewer }) => reviewer === 'Emil Energy')]).toBe(0.4)
})

test('the last twenty are kept', async () => {
  for (let n = 0; n < PROPOSALS_KEPT + 2; n += 1) await start()
  const { body } = await t.call(listProposals, { as: admin.token })
  expect(body.items).toHaveLength(PROPOSALS_KEPT)
  expect(await t.database.db.$count(proposals)).toBe(PROPOSALS_KEPT)
})
