import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submissions } from '#server/db/schema.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/**
 * How reviews become a decision (decisions.md §6), over real requests: every combination of verdicts, further rounds,
 * reviewers who withdraw, and settings changed while papers are under way.
 */

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
let file: Buffer
const reviewers: MadePerson[] = []

beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
  for (let number = 0; number < 6; number += 1) reviewers.push(await makePerson(t, { role: 'reviewer' }))
  file = await makePdf()
})
afterAll(() => t.close())

type Policy = Settings['reviewPolicy']
interface Rules {
  reviewsPerPaper: number
  reviewPolicy: Policy
}

async function set(rules: Rules): Promise<void> {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, ...rules }, revision }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}

/** The reviewer of a place: the first, the second … */
function reviewer(place: number): MadePerson {
  const found = reviewers[place]
  if (found === undefined) throw new Error(`there is no reviewer ${place}`)
  return found
}

const assign = async (made: MadeSubmission, place: number) => {
  const body = { reviewerId: reviewer(place).id }
  const answer = await t.call(papers.assignReviewer, { as: admin.token, params: made, body })
  expect(answer.status).toBe(200)
}

/** A paper under review by the first so many reviewers. */
async function paperWith(many: number): Promise<MadeSubmission> {
  const made = await submissionAt(t, 'paper_submitted', { author: ada, admin, reviewer: reviewer(0) })
  for (let place = 1; place < many; place += 1) await assign(made, place)
  return made
}

function attempt(made: MadeSubmission, place: number, verdict: ReviewVerdict) {
  const given = { as: reviewer(place).token, params: made }
  if (verdict === 'approve') return t.call(reviewing.approvePaper, { ...given, body: { score: 80 } })
  const body = { score: 40, reason: 'because' }
  const spec = verdict === 'decline' ? reviewing.declinePaper : reviewing.requestPaperChange
  return t.call(spec as typeof reviewing.requestPaperChange, { ...given, body })
}
async function review(made: MadeSubmission, place: number, verdict: ReviewVerdict): Promise<void> {
  expect((await attempt(made, place, verdict)).status).toBe(200)
}
const withdrawAs = (made: MadeSubmission, place: number, conflict = false) =>
  t.call(reviewing.withdrawFromPaper, {
    as: reviewer(place).token,
    params: made,
    body: { reason: 'no time', conflict },
  })
const previewAs = (made: MadeSubmission, place: number) =>
  t.call(reviewing.previewPaper, { as: reviewer(place).token, params: made })

async function resubmit(params: MadeSubmission): Promise<void> {
  t.clock.advance(1000)
  expect((await t.upload(author.submitPaper, { as: ada.token, params, file })).status).toBe(200)
}
async function askForChangesAsChair(params: MadeSubmission): Promise<void> {
  const body = { confirmText: 'REQUEST_CHANGE', reason: 'because' }
  expect((await t.call(papers.requestPaperChangeAsChair, { as: admin.token, params, body })).status).toBe(200)
}

async function stagesOf(all: readonly MadeSubmission[]): Promise<Map<string, Stage>> {
  const ids = all.map((made) => made.abstractId)
  const rows = await t.database.db
    .select({ paperId: submissions.paperId, stage: submissions.stage })
    .from(submissions)
    .where(inArray(submissions.id, ids))
  return new Map(rows.map((row) => [row.paperId, row.stage]))
}

/** Papers as the organisers' list has them, by id: all, or those that match; a page holds 200. */
async function deskList(query: { status?: string; q?: string }): Promise<Map<string, papers.DeskPaper>> {
  const { items, nextCursor } = (await t.call(papers.listPapers, { as: admin.token, query })).body
  expect(nextCursor).toBeUndefined()
  return new Map(items.map((item) => [item.paperId, item]))
}

interface Standing {
  stage: Stage
  decisionNeeded: boolean
  reviewsIn: number
}

/** Where papers stand, in the order given; the list of decisions needed must say the same as each paper. */
async function standings(all: readonly MadeSubmission[]): Promise<Standing[]> {
  const stages = await stagesOf(all)
  const search = all.length === 1 ? { q: all[0]?.paperId ?? '' } : {}
  const listed = await deskList(search)
  const waiting = await deskList({ ...search, status: 'decision_needed' })
  return all.map(({ paperId }) => {
    const stage = stages.get(paperId)
    const item = listed.get(paperId)
    if (stage === undefined || item === undefined) throw new Error(`${paperId} is not listed`)
    expect([paperId, waiting.has(paperId)]).toEqual([paperId, item.decisionNeeded])
    return { stage, decisionNeeded: item.decisionNeeded, reviewsIn: item.reviewsIn }
  })
}
async function standing(made: MadeSubmission): Promise<Standing> {
  const [only] = await standings([made])
  if (only === undefined) throw new Error('there is no standing')
  return only
}

/**
 * decisions.md §6, read afresh: nothing moves before that many decisions are in; then unanimous ones move the paper,
 * a rejection only until an organiser confirms it; all else, and everything under the chair, waits for a decision.
 */
function expectedAfter(given: readonly ReviewVerdict[], { reviewsPerPaper, reviewPolicy }: Rules): Standing {
  const votes = { approve: 0, request_change: 0, decline: 0 }
  for (const verdict of given) votes[verdict] += 1
  const reviewsIn = given.length
  const enough = reviewsIn >= reviewsPerPaper
  if (!enough || reviewPolicy === 'chair')
    return { stage: 'paper_submitted', decisionNeeded: enough, reviewsIn }
  if (votes.approve === reviewsIn) return { stage: 'awaiting_payment', decisionNeeded: false, reviewsIn }
  if (votes.request_change === reviewsIn)
    return { stage: 'paper_awaiting_resubmission', decisionNeeded: false, reviewsIn }
  if (votes.decline === reviewsIn) return { stage: 'reviewer_declined', decisionNeeded: true, reviewsIn }
  return { stage: 'paper_submitted', decisionNeeded: true, reviewsIn }
}

/** Every multiset of so many verdicts, each once, in order. */
function multisets(many: number): ReviewVerdict[][] {
  const all: ReviewVerdict[][] = []
  for (let approvals = many; approvals >= 0; approvals -= 1)
    for (let changes = many - approvals; changes >= 0; changes -= 1)
      all.push([
        ...Array<ReviewVerdict>(approvals).fill('approve'),
        ...Array<ReviewVerdict>(changes).fill('request_change'),
        ...Array<ReviewVerdict>(many - approvals - changes).fill('decline'),
      ])
  return all
}

const policies: Policy[] = ['automatic', 'chair']
const cells = [1, 2, 3, 5].flatMap((reviewsPerPaper) =>
  policies.map((reviewPolicy): Rules => ({ reviewsPerPaper, reviewPolicy })),
)

test.each([
  [1, 3],
  [2, 6],
  [3, 10],
  [5, 21],
])('%i reviewers can vote in %i ways', (many, ways) => {
  const seen = new Set(multisets(many).map((verdicts) => verdicts.join()))
  expect([seen.size, ...new Set(multisets(many).map((verdicts) => verdicts.length))]).toEqual([ways, many])
})

describe.each(cells)('$reviewsPerPaper reviews per paper, $reviewPolicy', (rules) => {
  const { reviewsPerPaper } = rules

  test('every combination of verdicts leads where it should, after each review', async () => {
    await set(rules)
    const tried: { verdicts: ReviewVerdict[]; made: MadeSubmission }[] = []
    for (const verdicts of multisets(reviewsPerPaper))
      tried.push({ verdicts, made: await paperWith(reviewsPerPaper) })
    for (let place = 0; place < reviewsPerPaper; place += 1) {
      for (const { verdicts, made } of tried) await review(made, place, verdicts[place] ?? 'approve')
      const found = await standings(tried.map(({ made }) => made))
      const given = tried.map(({ verdicts }) => verdicts.slice(0, place + 1))
      expect(found.map((each, index) => [given[index]?.join(), each])).toEqual(
        given.map((verdicts) => [verdicts.join(), expectedAfter(verdicts, rules)]),
      )
    }
  })
})

const underReview: Standing = { stage: 'paper_submitted', decisionNeeded: false, reviewsIn: 0 }
const own = { approve: 'approved', request_change: 'request_change', decline: 'declined' } as const

/** In which of a reviewer's two lists a paper is, and of which round it speaks there. */
async function listsOf(made: MadeSubmission, place: number) {
  const as = reviewer(place).token
  const of = ({ paperId }: { paperId: string }) => paperId === made.paperId
  return {
    assigned: (await t.call(reviewing.listAssigned, { as })).body.items.find(of)?.round,
    reviewed: (await t.call(reviewing.listReviewed, { as })).body.items.find(of)?.round,
  }
}

/** What a reviewer reads of a paper: whether they may decide, and their own reviews by round. */
async function readBy(made: MadeSubmission, place: number) {
  const { status, body } = await previewAs(made, place)
  expect(status).toBe(200)
  return { canDecide: body.canDecide, reviews: body.reviews.map((each) => [each.round, each.verdict]) }
}

/** All reviews as the organisers read them: round, place of the reviewer, verdict; oldest first. */
async function readAtDesk(made: MadeSubmission) {
  const { reviews } = (await t.call(papers.paperDeskOverview, { as: admin.token, params: made })).body
  const places = reviews.map((each) => reviewers.findIndex(({ id }) => id === each.reviewer.id))
  return reviews
    .map((each, index) => [each.round, places[index] ?? -1, each.verdict] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

describe.each(cells.filter(({ reviewsPerPaper }) => reviewsPerPaper < 3))(
  'further rounds, $reviewsPerPaper reviews per paper, $reviewPolicy',
  (rules) => {
    const { reviewsPerPaper: many, reviewPolicy } = rules
    const places = Array.from({ length: many }, (_, place) => place)

    test('a revised paper comes back to the same reviewers, and only the new round counts', async () => {
      await set(rules)
      const made = await paperWith(many)
      const done: (readonly [number, number, string])[] = []
      for (const round of [1, 2, 3]) {
        const verdict = round === 3 ? 'approve' : 'request_change'
        const earlier = Array.from({ length: round - 1 }, (_, at) => [at + 1, 'request_change'])
        expect(await standing(made)).toEqual(underReview)
        for (const place of places) {
          expect(await listsOf(made, place)).toEqual({ assigned: round, reviewed: undefined })
          expect(await readBy(made, place)).toEqual({ canDecide: true, reviews: earlier })
          t.clock.advance(1000)
          await review(made, place, verdict)
          done.push([round, place, own[verdict]])
          expect(await listsOf(made, place)).toEqual({ assigned: undefined, reviewed: round })
          expect(await readBy(made, place)).toEqual({
            canDecide: false,
            reviews: [...earlier, [round, own[verdict]]],
          })
          const given = Array<ReviewVerdict>(place + 1).fill(verdict)
          expect(await standing(made)).toEqual(expectedAfter(given, rules))
          expect((await attempt(made, place, verdict)).status).toBe(409)
        }
        expect(await readAtDesk(made)).toEqual(done)
        if (round === 3) continue
        if (reviewPolicy === 'chair') await askForChangesAsChair(made)
        expect((await standing(made)).stage).toBe('paper_awaiting_resubmission')
        await resubmit(made)
      }
      const { body } = await t.call(papers.paperDeskOverview, { as: admin.token, params: made })
      expect([body.paper.round, body.versions.map(({ number }) => number)]).toEqual([3, [1, 2, 3]])
    })
  },
)

test('reviews that differed go to the desk, whose request for changes opens a round in which they can agree', async () => {
  await set({ reviewsPerPaper: 2, reviewPolicy: 'automatic' })
  const made = await paperWith(2)
  await review(made, 0, 'decline')
  await review(made, 1, 'approve')
  await askForChangesAsChair(made)
  await resubmit(made)
  await review(made, 0, 'approve')
  expect(await standing(made)).toEqual({ ...underReview, reviewsIn: 1 })
  await review(made, 1, 'approve')
  expect((await standing(made)).stage).toBe('awaiting_payment')
  expect(await readAtDesk(made)).toEqual([
    [1, 0, 'declined'],
    [1, 1, 'approved'],
    [2, 0, 'approved'],
    [2, 1, 'approved'],
  ])
})

test('a rejection that is reopened is a new round for its reviewers, the old reviews beside', async () => {
  await set({ reviewsPerPaper: 2, reviewPolicy: 'automatic' })
  const made = await paperWith(2)
  for (const place of [0, 1]) await review(made, place, 'decline')
  expect((await standing(made)).stage).toBe('reviewer_declined')
  const reopened = await t.call(papers.reopenPaper, {
    as: admin.token,
    params: made,
    body: { reason: 'A third opinion.' },
  })
  expect(reopened.status).toBe(200)
  expect(await standing(made)).toEqual(underReview)
  expect(await listsOf(made, 0)).toEqual({ assigned: 2, reviewed: undefined })
  expect(await readBy(made, 0)).toEqual({ canDecide: true, reviews: [[1, 'declined']] })
  for (const place of [0, 1]) await review(made, place, 'approve')
  expect((await standing(made)).stage).toBe('awaiting_payment')
})

describe('a reviewer who withdraws', () => {
  /** The paper is one that lacks a reviewer. */
  const lacksOne = async (made: MadeSubmission) =>
    (await deskList({ status: 'unassigned', q: made.paperId })).has(made.paperId)

  test.each([
    ['automatic', false],
    ['automatic', true],
    ['chair', false],
  ] as const)(
    'leaves the paper waiting for another: %s, with a conflict: %s',
    async (reviewPolicy, conflict) => {
      const rules: Rules = { reviewsPerPaper: 3, reviewPolicy }
      await set(rules)
      const made = await paperWith(3)
      await review(made, 0, 'approve')
      expect((await withdrawAs(made, 1, conflict)).status).toBe(200)
      expect(await standing(made)).toEqual({ ...underReview, reviewsIn: 1 })
      expect(await lacksOne(made)).toBe(true)
      expect((await attempt(made, 1, 'approve')).status).toBe(404)
      expect((await previewAs(made, 1)).status).toBe(404)
      await review(made, 2, 'approve')
      expect(await standing(made)).toEqual({ ...underReview, reviewsIn: 2 })
      await assign(made, 3)
      expect(await lacksOne(made)).toBe(false)
      expect(await standing(made)).toEqual({ ...underReview, reviewsIn: 2 })
      await review(made, 3, 'approve')
      expect(await standing(made)).toEqual(expectedAfter(['approve', 'approve', 'approve'], rules))
    },
  )

  test('can no longer do so once their review is in, which goes on counting', async () => {
    const rules: Rules = { reviewsPerPaper: 2, reviewPolicy: 'automatic' }
    await set(rules)
    const made = await paperWith(2)
    await review(made, 0, 'request_change')
    expect((await withdrawAs(made, 0)).status).toBe(409)
    await review(made, 1, 'request_change')
    expect(await standing(made)).toEqual(expectedAfter(['request_change', 'request_change'], rules))
  })

  test('in the second round is not replaced by their review of the first', async () => {
    const rules: Rules = { reviewsPerPaper: 2, reviewPolicy: 'automatic' }
    await set(rules)
    const made = await paperWith(2)
    for (const place of [0, 1]) await review(made, place, 'request_change')
    await resubmit(made)
    await review(made, 0, 'request_change')
    expect((await withdrawAs(made, 1)).status).toBe(200)
    expect(await standing(made)).toEqual({ ...underReview, reviewsIn: 1 })
    expect(await lacksOne(made)).toBe(true)
    expect(await readBy(made, 1)).toEqual({ canDecide: false, reviews: [[1, 'request_change']] })
    expect(await listsOf(made, 1)).toEqual({ assigned: undefined, reviewed: 1 })
    await assign(made, 2)
    expect(await readBy(made, 2)).toEqual({ canDecide: true, reviews: [] })
    await review(made, 2, 'request_change')
    expect(await standing(made)).toEqual(expectedAfter(['request_change', 'request_change'], rules))
    await resubmit(made)
    expect(await listsOf(made, 1)).toEqual({ assigned: undefined, reviewed: 1 })
    for (const place of [0, 2]) {
      expect(await listsOf(made, place)).toEqual({ assigned: 3, reviewed: undefined })
      await review(made, place, 'approve')
    }
    expect((await standing(made)).stage).toBe('awaiting_payment')
    expect(await readAtDesk(made)).toEqual([
      [1, 0, 'request_change'],
      [1, 1, 'request_change'],
      [2, 0, 'request_change'],
      [2, 2, 'request_change'],
      [3, 0, 'approved'],
      [3, 2, 'approved'],
    ])
  })
})

describe('settings changed in the middle of the season', () => {
  const everyRules = [...cells, { reviewsPerPaper: 9, reviewPolicy: 'automatic' } as const]

  /** All that is kept and told of a paper that a decision made; not how many reviews a paper now needs. */
  async function everythingOf(made: MadeSubmission) {
    const [row] = await t.database.db
      .select()
      .from(submissions)
      .where(inArray(submissions.id, [made.abstractId]))
    const atDesk = (await t.call(papers.paperDeskOverview, { as: admin.token, params: made })).body
    const { reviewsNeeded: _needed, ...paper } = atDesk.paper
    const toAuthor = (await t.call(author.paperOverview, { as: ada.token, params: made })).body.paper
    const { abilities, timeline, reviews, assignments } = atDesk
    return { row, paper, abilities, timeline, reviews, assignments, toAuthor }
  }

  test('leave every decided paper as it is', async () => {
    const cast = { author: ada, admin, reviewer: reviewer(0) }
    await set({ reviewsPerPaper: 1, reviewPolicy: 'automatic' })
    const decided: MadeSubmission[] = []
    const stages: Stage[] = [
      'awaiting_payment',
      'paper_awaiting_resubmission',
      'reviewer_declined',
      'paper_declined',
      'complete',
    ]
    for (const stage of stages) decided.push(await submissionAt(t, stage, cast))
    await set({ reviewsPerPaper: 3, reviewPolicy: 'automatic' })
    for (const verdict of ['approve', 'request_change', 'decline'] as const) {
      const made = await paperWith(3)
      for (const place of [0, 1, 2]) await review(made, place, verdict)
      decided.push(made)
    }
    await set({ reviewsPerPaper: 1, reviewPolicy: 'chair' })
    const byChair = await paperWith(1)
    await review(byChair, 0, 'approve')
    await askForChangesAsChair(byChair)
    decided.push(byChair)
    const before = await Promise.all(decided.map(everythingOf))
    expect(before.map(({ row }) => row?.stage)).toEqual([
      ...stages,
      'awaiting_payment',
      'paper_awaiting_resubmission',
      'reviewer_declined',
      'paper_awaiting_resubmission',
    ])
    for (const rules of everyRules) {
      await set(rules)
      expect([rules, await Promise.all(decided.map(everythingOf))]).toEqual([rules, before])
    }
  })

  test('do not let a reviewer of a decided paper in again', async () => {
    await set({ reviewsPerPaper: 2, reviewPolicy: 'automatic' })
    const made = await paperWith(3)
    for (const place of [0, 1]) await review(made, place, 'approve')
    const before = await everythingOf(made)
    await set({ reviewsPerPaper: 3, reviewPolicy: 'chair' })
    expect(await listsOf(made, 2)).toEqual({ assigned: undefined, reviewed: undefined })
    expect((await readBy(made, 2)).canDecide).toBe(false)
    expect((await attempt(made, 2, 'decline')).status).toBe(409)
    expect(await everythingOf(made)).toEqual(before)
  })

  test('decide nothing by themselves: a paper that has enough now waits for the organisers', async () => {
    await set({ reviewsPerPaper: 2, reviewPolicy: 'automatic' })
    const halfway = await paperWith(2)
    const wouldWait = async (reviewsPerPaper: number) =>
      (await t.call(papers.countDecisionsNeeded, { as: admin.token, query: { reviewsPerPaper } })).body.count
    const [withOne, withTwo] = [await wouldWait(1), await wouldWait(2)]
    await review(halfway, 0, 'approve')
    expect([await wouldWait(1), await wouldWait(2)], 'foretold').toEqual([withOne + 1, withTwo])
    await set({ reviewsPerPaper: 1, reviewPolicy: 'automatic' })
    expect(await standing(halfway)).toEqual({ ...underReview, reviewsIn: 1, decisionNeeded: true })
    await set({ reviewsPerPaper: 2, reviewPolicy: 'chair' })
    expect(await standing(halfway)).toEqual({ ...underReview, reviewsIn: 1 })
    await review(halfway, 1, 'approve')
    const full = { ...underReview, reviewsIn: 2 }
    expect(await standing(halfway)).toEqual({ ...full, decisionNeeded: true })
    await set({ reviewsPerPaper: 2, reviewPolicy: 'automatic' })
    expect(await standing(halfway)).toEqual({ ...full, decisionNeeded: true })
    await set({ reviewsPerPaper: 3, reviewPolicy: 'automatic' })
    expect(await standing(halfway)).toEqual(full)
    await assign(halfway, 2)
    await review(halfway, 2, 'approve')
    expect((await standing(halfway)).stage).toBe('awaiting_payment')
  })

  test.each([
    ['raised from one to two', 1, 2],
    ['lowered from two to one', 2, 1],
  ])('count from the next review: %s between two rounds', async (_how, before, now) => {
    await set({ reviewsPerPaper: before, reviewPolicy: 'automatic' })
    const made = await paperWith(before)
    for (let place = 0; place < before; place += 1) await review(made, place, 'request_change')
    await set({ reviewsPerPaper: now, reviewPolicy: 'automatic' })
    await resubmit(made)
    expect(await standing(made)).toEqual(underReview)
    await review(made, 0, 'approve')
    if (now === 2) {
      expect(await standing(made)).toEqual({ ...underReview, reviewsIn: 1 })
      await assign(made, 1)
      await review(made, 1, 'approve')
    }
    expect(await standing(made)).toMatchObject({ stage: 'awaiting_payment', reviewsIn: now })
  })
})
