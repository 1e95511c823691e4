import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignments, submissions, users } from '#server/db/schema.ts'
import { applyAssignments, previewAssignments } from '#shared/assigning/contract.ts'
import { explainPair, proposeAssignments } from '#shared/assigning/propose-contract.ts'
import type { BodyInputOf } from '#shared/core/endpoint.ts'
import { changeUser, markExperienced } from '#shared/people/desk-contract.ts'
import { withdrawFromPaper } from '#shared/reviewing/contract.ts'
import { assignReviewer, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let materials: MadePerson
let energy: MadePerson
let first: MadePerson
const papers: string[] = []

/** Three papers without reviewers, one on materials and two on energy; one expert of each, and somebody of neither. */
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  first = await makePerson(t, { role: 'reviewer', name: 'Nora Neither' })
  for (const [title, topic] of [
    ['Fatigue of welds', 'Materials'],
    ['Heat pumps in winter', 'Energy'],
    ['Wind at sea', 'Energy'],
  ] as const) {
    const author = await makePerson(t, { role: 'author' })
    const { paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer: first, admin })
    await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: first.id } })
    await t.database.db
      .update(submissions)
      .set({ title, topics: [topic] })
      .where(eq(submissions.paperId, paperId))
    papers.push(paperId)
  }
  materials = await expertOf('Materials', 'Mara Materials')
  energy = await expertOf('Energy', 'Emil Energy')
})
afterAll(() => t.close())

async function expertOf(topic: string, name: string): Promise<MadePerson> {
  const person = await makePerson(t, { role: 'reviewer', name })
  await t.database.db
    .update(users)
    .set({ topics: [topic] })
    .where(eq(users.id, person.id))
  return person
}

type Wish = BodyInputOf<typeof proposeAssignments>
const propose = (body: Wish) => t.call(proposeAssignments, { as: admin.token, body })
const paper = (place: number) => papers[place] ?? ''

test('proposes who knows the subject, says why, and changes nothing', async () => {
  const { body } = await propose({})
  expect(body.pairs.map(({ paperId, reviewer }) => [paperId, reviewer])).toEqual([
    [paper(0), 'Mara Materials'],
    [paper(1), 'Emil Energy'],
    [paper(2), 'Emil Energy'],
  ])
  expect(body.pairs[0]).toEqual({
    paperId: paper(0),
    title: 'Fatigue of welds',
    reviewerId: materials.id,
    reviewer: 'Mara Materials',
    score: 0.4,
    reason: 'Topic: Materials.',
    isLocked: false,
    warning: null,
    odd: [],
  })
  expect(body.figures).toMatchObject({
    papers: 3,
    seats: 3,
    open: 0,
    mean: 0.4,
    worst: 0.4,
    leastLoad: 0,
    mostLoad: 2,
  })
  expect(body).toMatchObject({
    shortage: null,
    inexperienced: null,
    withoutExperienced: [],
    oddities: [],
    unproposedMore: 0,
    unknown: [{ reviewerId: first.id, reviewer: 'Nora Neither' }],
    cutShort: false,
  })
  expect((await propose({})).body).toEqual(body)
})

test('keeps limits and wishes: loads, pairs that must and must not be, bids, somebody experienced', async () => {
  const loads = (await propose({ mostPapers: 1 })).body
  expect(loads.pairs.map(({ reviewerId }) => reviewerId).sort()).toEqual(
    [materials.id, energy.id, first.id].sort(),
  )

  const must = [{ paperId: paper(0), reviewerId: energy.id }]
  const mustNot = [{ paperId: paper(1), reviewerId: energy.id }]
  const bids = [{ paperId: paper(2), reviewerId: first.id, bid: 'eager' as const }]
  const wished = (await propose({ must, mustNot, bids, reviewsPerPaper: 2 })).body
  const of = (place: number) => wished.pairs.filter(({ paperId }) => paperId === paper(place))
  expect(of(0).map(({ reviewerId, isLocked }) => [reviewerId, isLocked])).toEqual([
    [energy.id, true],
    [materials.id, false],
  ])
  expect(of(1).map(({ reviewerId }) => reviewerId)).not.toContain(energy.id)
  expect(
    of(2)
      .map(({ reviewer, reason }) => `${reviewer}: ${reason}`)
      .sort(),
  ).toEqual(['Emil Energy: Topic: Energy.', 'Nora Neither: Bid: eager.'])

  expect((await propose({ oneExperienced: true })).refusal.message).toMatch(
    /^Nobody is marked as experienced/,
  )
  const mark = (experienced: boolean) =>
    t.call(markExperienced, { as: admin.token, body: { reviewerIds: [first.id], experienced } })
  expect((await mark(true)).body).toEqual({ message: '1 reviewer is marked as experienced.', changed: 1 })
  const seniors = (await propose({ oneExperienced: true, reviewsPerPaper: 2 })).body
  for (const place of [0, 1, 2]) {
    const own = seniors.pairs.filter(({ paperId }) => paperId === paper(place))
    expect(own.map(({ reviewerId }) => reviewerId)).toContain(first.id)
  }
  // Nobody is left for the third seat, which somebody experienced might have taken.
  const open = (await propose({ oneExperienced: true, reviewsPerPaper: 3, mostPapers: 1 })).body
  const served = open.pairs.filter(({ reviewerId }) => reviewerId === first.id).map(({ paperId }) => paperId)
  expect(served).toHaveLength(1)
  expect(open.withoutExperienced).toEqual([0, 1, 2].map(paper).filter((paperId) => !served.includes(paperId)))
  const few = (await propose({ oneExperienced: true, mostPapers: 1 })).body
  expect(few.withoutExperienced).toHaveLength(2)
  expect(few.inexperienced).toEqual({
    papers: few.withoutExperienced.map((paperId) => ({
      paperId,
      title: expect.any(String) as string,
      why: 'loads',
      standing: { there: 0, conflict: 0, mustNot: 0, gaveBack: 0, noTime: 1 },
    })),
    raise: [{ reviewerId: first.id, reviewer: 'Nora Neither', by: 2, most: 1 }],
    missing: 0,
    invite: 2,
  })

  // One who is on the paper already is enough, and a pair that is there need not be proposed.
  const pair = { paperId: paper(0), reviewerId: first.id }
  await t.call(assignReviewer, { as: admin.token, params: pair, body: { reviewerId: first.id } })
  const more = (await propose({ oneExperienced: true, reviewsPerPaper: 2, mostPapers: 2, must: [pair] })).body
  expect(more.withoutExperienced).toHaveLength(1)
  expect(
    more.pairs.filter(({ paperId }) => paperId === paper(0)).map(({ reviewerId }) => reviewerId),
  ).toEqual([materials.id])
  await t.call(unassignReviewer, { as: admin.token, params: pair })
  await mark(false)
})

test('any pair says how well it suits, and why, as a proposal would; what is not under review or does not review is 404', async () => {
  const { pairs } = (await propose({})).body
  const explain = (paperId: string, reviewerId: string) =>
    t.call(explainPair, { as: admin.token, params: { paperId, reviewerId } })
  const said = await Promise.all(pairs.map((one) => explain(one.paperId, one.reviewerId)))
  expect(said.map(({ body }) => body)).toEqual(
    pairs.map(({ score, reason }) => ({ score, reason, oddities: [] })),
  )
  expect((await explain(paper(0), energy.id)).body).toEqual({
    score: 0,
    reason: 'Nothing in common is known.',
    oddities: [],
  })
  expect((await explain('P26-9999-X', energy.id)).status).toBe(404)
  expect((await explain(paper(0), admin.id)).status).toBe(404)
})

test('the fair proposal shows its figures too, and never leaves the worst-off paper with less', async () => {
  const [total, fair] = [(await propose({})).body, (await propose({ objective: 'fair' })).body]
  expect(fair.figures.worst).toBeGreaterThanOrEqual(total.figures.worst)
  expect(fair.figures.total).toBeLessThanOrEqual(total.figures.total)
  expect(total.other).toEqual({ objective: 'fair', figures: fair.figures })
  expect(fair.other).toEqual({ objective: 'total', figures: total.figures })
})

test('the raises that it names are enough, and no less is, also of who has more than they take and where all are bound', async () => {
  const limitOf = async (one: MadePerson, reviewLimit: number | null) => {
    const changed = await t.call(changeUser, {
      as: admin.token,
      params: { userId: one.id },
      body: { reviewLimit },
    })
    expect(changed.status).toBe(200)
  }
  const held = { paperId: paper(0), reviewerId: materials.id }
  await t.call(assignReviewer, {
    as: admin.token,
    params: { paperId: held.paperId },
    body: { reviewerId: held.reviewerId },
  })
  for (const one of [materials, energy, first]) await limitOf(one, 0)
  for (const bounds of [{}, { mostPapers: 0 }]) {
    const { shortage } = (await propose({ ...bounds, reviewsPerPaper: 2 })).body
    expect(shortage?.missing).toBe(0)
    const limits = shortage?.raise.map(({ reviewerId, by, most }) => ({ reviewerId, most: (most ?? 0) + by }))
    const again = (await propose({ ...bounds, reviewsPerPaper: 2, limits })).body
    expect([again.shortage, again.figures.open]).toEqual([null, 0])
    for (const at of limits?.keys() ?? []) {
      const less = limits?.map((one, place) => (place === at ? { ...one, most: one.most - 1 } : one))
      expect(
        (await propose({ ...bounds, reviewsPerPaper: 2, limits: less })).body.figures.open,
      ).toBeGreaterThan(0)
    }
    const load = again.pairs.filter(({ reviewerId }) => reviewerId === materials.id)
    // Their own limit stands: it is said, and applying it takes a reason.
    for (const { warning } of load) expect(warning).toContain('takes at most 0 at a time')
    const pairs = again.pairs.map(({ paperId, reviewerId }) => ({ paperId, reviewerId }))
    const body = { pairs, ...bounds, limits }
    const { rows } = (await t.call(previewAssignments, { as: admin.token, body })).body
    expect(new Set(rows.map(({ problem }) => problem?.code))).toEqual(new Set(['over_limit']))
  }
  for (const one of [materials, energy, first]) await limitOf(one, null)
  const bound = (await propose({ mostPapers: 0, reviewsPerPaper: 2 })).body.shortage?.raise ?? []
  const limits = bound.map(({ reviewerId, by, most }) => ({ reviewerId, most: (most ?? 0) + by }))
  const free = (await propose({ mostPapers: 0, reviewsPerPaper: 2, limits })).body
  expect([free.figures.open, free.pairs.filter(({ warning }) => warning !== null)]).toEqual([0, []])
  const pairs = free.pairs.map(({ paperId, reviewerId }) => ({ paperId, reviewerId }))
  const plan = await t.call(previewAssignments, { as: admin.token, body: { pairs, mostPapers: 0, limits } })
  expect(plan.body.rows.map(({ problem }) => problem)).toEqual(pairs.map(() => null))
  await t.call(unassignReviewer, { as: admin.token, params: held })
})

test('says what is in the way when not every paper can be served, and the least that helps', async () => {
  for (const one of [materials, energy, first]) {
    await t.call(changeUser, {
      as: admin.token,
      params: { userId: one.id },
      body: { reviewLimit: one === energy ? 1 : 0 },
    })
  }
  const { body } = await propose({})
  expect(body.figures).toMatchObject({ seats: 3, open: 2 })
  expect(body.shortage?.papers.map(({ open, eligible, why }) => [open, eligible, why])).toEqual([
    [1, 3, 'loads'],
    [1, 3, 'loads'],
  ])
  expect(body.shortage?.missing).toBe(0)
  expect(body.shortage?.raise.reduce((sum, { by }) => sum + by, 0)).toBe(2)

  const four = (await propose({ reviewsPerPaper: 4 })).body
  expect(four.shortage?.papers.map(({ why }) => why)).toEqual(['reviewers', 'reviewers', 'reviewers'])
  expect(four.shortage).toMatchObject({ seats: 12, room: 1, missing: 3, invite: 4, fewer: null })
  for (const one of [materials, energy, first]) {
    await t.call(changeUser, { as: admin.token, params: { userId: one.id }, body: { reviewLimit: null } })
  }
})

test('tells wishes, papers given back and conflicts apart from loads, by reviewer, and what lifting would mend', async () => {
  const mustNot = [materials, energy].map(({ id }) => ({ paperId: paper(0), reviewerId: id }))
  await t.call(assignReviewer, {
    as: admin.token,
    params: { paperId: paper(0) },
    body: { reviewerId: first.id },
  })
  await t.call(withdrawFromPaper, {
    as: first.token,
    params: { paperId: paper(0) },
    body: { reason: 'No time.' },
  })
  const { body } = await propose({ mustNot })
  expect(body.shortage).toEqual({
    papers: [
      {
        paperId: paper(0),
        title: 'Fatigue of welds',
        open: 1,
        eligible: 0,
        why: 'must_not',
        standing: { there: 0, conflict: 0, mustNot: 2, gaveBack: 1, noTime: 0 },
        bottleneck: null,
        kept: [
          {
            reviewerId: materials.id,
            reviewer: 'Mara Materials',
            why: 'must_not',
            reason: 'Must not be, as asked.',
          },
          { reviewerId: first.id, reviewer: 'Nora Neither', why: 'gave_back', reason: 'Gave it back.' },
          {
            reviewerId: energy.id,
            reviewer: 'Emil Energy',
            why: 'must_not',
            reason: 'Must not be, as asked.',
          },
        ].sort((a, b) =>
          a.reviewerId === materials.id
            ? -1
            : b.reviewerId === materials.id
              ? 1
              : a.reviewerId < b.reviewerId
                ? -1
                : 1,
        ),
      },
    ],
    seats: 3,
    room: expect.any(Number) as number,
    raise: [],
    missing: 1,
    lift: { pairs: [expect.objectContaining({ paperId: paper(0), title: 'Fatigue of welds' })], missing: 0 },
    invite: 1,
    fewer: null,
  })
  const [lifted] = body.shortage?.lift.pairs ?? []
  const rest = mustNot.filter(({ reviewerId }) => reviewerId !== lifted?.reviewerId)
  expect((await propose({ mustNot: rest })).body.shortage).toBeNull()
  await t.database.db.delete(assignments).where(eq(assignments.reviewerId, first.id))
})

test('names a pair that must be and cannot', async () => {
  const refused = async (must: { paperId: string; reviewerId: string }[]) => (await propose({ must })).refusal
  expect(await refused([{ paperId: 'P26-9999-X', reviewerId: energy.id }])).toMatchObject({
    error: 'invalid',
  })
  expect(await refused([{ paperId: paper(0), reviewerId: admin.id }])).toMatchObject({
    error: 'invalid',
    message: `${paper(0)}: ${admin.name} does not review now.`,
  })
  expect(
    await refused([{ paperId: paper(0), reviewerId: '018f0000-0000-7000-8000-00000000dead' }]),
  ).toMatchObject({
    error: 'invalid',
    message: `${paper(0)}: there is no such reviewer.`,
  })
})

test('refuses wishes that contradict themselves', async () => {
  const pair = { paperId: paper(0), reviewerId: energy.id }
  expect((await propose({ must: [pair], mustNot: [pair] })).refusal.message).toMatch(/^A pair cannot both be/)
  expect((await propose({ leastPapers: 3, mostPapers: 2 })).status).toBe(422)
})

test('a pair that must be and is beyond the reviewer’s limit is said at the proposal', async () => {
  const limit = (reviewLimit: number | null) =>
    t.call(changeUser, { as: admin.token, params: { userId: energy.id }, body: { reviewLimit } })
  await limit(1)
  const must = papers.map((paperId) => ({ paperId, reviewerId: energy.id }))
  const { pairs, figures } = (await propose({ must })).body
  expect(pairs.map(({ warning }) => warning)).toEqual(
    papers.map(() => 'Emil Energy takes at most 1 at a time, and would have 3.'),
  )
  expect(figures.worst).toBeGreaterThanOrEqual(0)
  await limit(null)
})

test('who gave a paper back is not proposed for it again, and a preview says so', async () => {
  const pair = { paperId: paper(0), reviewerId: materials.id }
  await t.call(assignReviewer, { as: admin.token, params: pair, body: { reviewerId: materials.id } })
  await t.call(withdrawFromPaper, {
    as: materials.token,
    params: { paperId: paper(0) },
    body: { reason: 'No time.' },
  })
  const { pairs } = (await propose({ reviewsPerPaper: 3 })).body
  expect(
    pairs.filter(({ paperId }) => paperId === paper(0)).map(({ reviewerId }) => reviewerId),
  ).not.toContain(materials.id)
  expect((await propose({ must: [pair] })).body.pairs).toContainEqual(expect.objectContaining(pair))
  const seen = await t.call(previewAssignments, { as: admin.token, body: { pairs: [pair] } })
  expect(seen.body.rows).toEqual([
    expect.objectContaining({ problem: null, warning: 'Mara Materials gave this paper back.' }),
  ])
  await t.database.db.delete(assignments).where(eq(assignments.reviewerId, materials.id))
})

test('a preview says when a paper would have more reviewers than are wanted, and keeps the limit asked for', async () => {
  const pairs = [first, energy].map(({ id }) => ({ paperId: paper(0), reviewerId: id }))
  const preview = async (body: { reviewsPerPaper?: number; mostPapers?: number }) =>
    (await t.call(previewAssignments, { as: admin.token, body: { pairs, ...body } })).body.rows
  expect((await preview({})).map(({ warning }) => warning)).toEqual([
    null,
    'With this one the paper has 2 reviewers; 1 is wanted.',
  ])
  expect((await preview({ reviewsPerPaper: 2 })).map(({ warning }) => warning)).toEqual([null, null])
  expect((await preview({ mostPapers: 0 })).map(({ problem }) => problem?.code)).toEqual([
    'over_limit',
    'over_limit',
  ])
})

test('a proposal of 5,000 papers with three reviewers each is taken at once', async () => {
  const pairs = Array.from({ length: 15_000 }, (_, n) => ({
    paperId: `P26-${String(1 + (n % 5000)).padStart(4, '0')}-Z`,
    reviewerId: [first, energy, materials][Math.floor(n / 5000)]?.id ?? '',
  }))
  const { status, body } = await t.call(previewAssignments, { as: admin.token, body: { pairs } })
  expect([status, body.rows.length]).toEqual([200, 15_000])
})

test('what it proposes is applied like any list, and then is not proposed again', async () => {
  const { pairs } = (await propose({})).body
  const list = pairs.map(({ paperId, reviewerId }) => ({ paperId, reviewerId }))
  const seen = await t.call(previewAssignments, { as: admin.token, body: { pairs: list } })
  expect(seen.body.rows.map(({ problem }) => problem)).toEqual([null, null, null])
  const applied = await t.call(applyAssignments, {
    as: admin.token,
    body: { pairs: list, source: 'automatic' },
  })
  expect(applied.body.message).toBe('3 papers assigned.')
  expect((await propose({})).body).toMatchObject({ pairs: [], figures: { papers: 0, seats: 0, open: 0 } })
})
