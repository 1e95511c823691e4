import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices } from '#shared/notices/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { declinePaper, requestPaperChange, withdrawFromPaper } from '#shared/reviewing/contract.ts'
import { assignReviewer, listReviewers } from '#shared/reviewing/desk-contract.ts'
import { changeDue, readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let cast: Cast
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
})
afterAll(() => t.close())

const MINUTE = 60 * 1000
const read = async (who: MadePerson) =>
  (await t.call(readReviewer, { as: cast.admin.token, params: { reviewerId: who.id } })).body
const dueIn = (minutes: number) => new Date(t.clock.now.getTime() + minutes * MINUTE).toISOString()
async function assigned(who: MadePerson, dueAt?: string): Promise<string> {
  const { paperId } = await submissionAt(t, 'paper_submitted', cast)
  const body = { reviewerId: who.id, ...(dueAt === undefined ? {} : { dueAt }) }
  const answer = await t.call(assignReviewer, { as: cast.admin.token, params: { paperId }, body })
  expect(answer.status).toBe(200)
  return paperId
}

test('a reviewer’s assignments say where they stand, when they are due and whether they are late', async () => {
  const rita = await makePerson(t, { role: 'reviewer' })
  const late = await assigned(rita, dueIn(1))
  const dueNow = await assigned(rita, dueIn(2))
  const inTime = await assigned(rita, dueIn(1))
  const givenBack = await assigned(rita)
  const change = { body: { score: 60, reason: 'Which bridges?' }, as: rita.token }
  await t.call(requestPaperChange, { ...change, params: { paperId: inTime } })
  await t.call(withdrawFromPaper, {
    as: rita.token,
    params: { paperId: givenBack },
    body: { reason: 'My cousin wrote it.', conflict: true },
  })
  t.clock.advance(2 * MINUTE)
  const found = await read(rita)
  const facts = Object.fromEntries(found.assignments.map((one) => [one.paperId, one]))
  const states = [late, dueNow, inTime, givenBack].map((id) => [facts[id]?.state, facts[id]?.late])
  expect(states).toEqual([
    ['waiting', true],
    ['waiting', false],
    ['reviewed', false],
    ['ended', false],
  ])
  expect(facts[givenBack]?.ended).toMatchObject({ how: 'conflict', reason: 'My cousin wrote it.' })
  expect(found.reviewer).toMatchObject({ assigned: 2, overdue: 1, done: 1, limit: null, disabled: false })
  expect(found.reviews).toMatchObject([{ paperId: inTime, round: 1, verdict: 'request_change', score: 60 }])
  expect(found.conflicts).toMatchObject([
    { paperId: givenBack, reason: 'My cousin wrote it.', weight: 'forbids' },
  ])

  await t.call(declinePaper, {
    as: rita.token,
    params: { paperId: late },
    body: { score: null, reason: 'No.' },
  })
  const after = (await read(rita)).assignments.find((one) => one.paperId === late)
  expect([after?.state, after?.late]).toEqual(['reviewed', true])
})

test('conflicts that the portal finds are listed with their reason, and who may lift them', async () => {
  const colleague = await makePerson(t, { role: 'reviewer', organization: 'TU Nord' })
  const author = await makePerson(t, { role: 'author', organization: 'TU Nord' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { ...cast, author })
  const decided = await submissionAt(t, 'paper_declined', { ...cast, author })
  const { conflicts } = await read(colleague)
  expect(conflicts).toMatchObject([{ paperId, weight: 'takes_reason', declaredAt: null }])
  expect(conflicts.map((one) => one.paperId)).not.toContain(decided.paperId)
})

test('the limit is set per person, shown beside the load, and taken away again', async () => {
  const omar = await makePerson(t, { role: 'reviewer' })
  await assigned(omar)
  for (const limit of [5, 0, null]) {
    const set = await t.call(changeUser, {
      as: cast.admin.token,
      params: { userId: omar.id },
      body: { reviewLimit: limit },
    })
    expect(set.status).toBe(200)
    expect((await read(omar)).reviewer).toMatchObject({ assigned: 1, limit })
    const listed = await t.call(listReviewers, { as: cast.admin.token, query: { q: omar.email } })
    expect(listed.body.items[0]).toMatchObject({ assigned: 1, limit })
  }
})

test('the deadline for reviews is told as it stands for them', async () => {
  const rob = await makePerson(t, { role: 'reviewer' })
  expect((await read(rob)).reviewDeadline).toBeNull()
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, review: dueIn(3) }
  await t.call(saveSettings, { as, body: { settings: { ...settings, deadlines }, revision } })
  const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)
  expect((await read(rob)).reviewDeadline).toMatchObject({
    at: { _seconds: seconds(dueIn(3)) },
    personal: false,
  })
  const body = { extensions: { review: dueIn(9) } }
  await t.call(changeUser, { as, params: { userId: rob.id }, body })
  expect((await read(rob)).reviewDeadline).toMatchObject({
    at: { _seconds: seconds(dueIn(9)) },
    personal: true,
  })
})

test('who does not review is no reviewer; who was disabled still is', async () => {
  const ask = (who: MadePerson) =>
    t.call(readReviewer, { as: cast.admin.token, params: { reviewerId: who.id } })
  expect((await ask(cast.author)).status).toBe(404)
  const gone = await makePerson(t, { role: 'reviewer' })
  await t.call(changeUser, { as: cast.admin.token, params: { userId: gone.id }, body: { disabled: true } })
  expect((await ask(gone)).body.reviewer.disabled).toBe(true)
})

test('a due date is moved and taken away, and the reviewer is told in the conference’s zone', async () => {
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, timeZone: 'Asia/Tokyo' }, revision } })
  const rita = await makePerson(t, { role: 'reviewer' })
  const paperId = await assigned(rita, '2026-05-03T23:59:00+09:00')
  const move = (dueAt: string | null, id = paperId) =>
    t.call(changeDue, { as, params: { paperId: id, reviewerId: rita.id }, body: { dueAt } })
  const dueNow = async () => {
    const { assignments, reviewDeadline } = await read(rita)
    expect(assignments[0]?.dueAt, 'as set for it, else the deadline for reviews').toEqual(
      assignments[0]?.ownDueAt ?? reviewDeadline?.at ?? null,
    )
    return assignments[0]?.ownDueAt?._seconds ?? null
  }
  const moved = '2026-05-10T23:59:00+09:00'
  expect([(await move(moved)).status, await dueNow()]).toEqual([200, Date.parse(moved) / 1000])
  await move('2026-05-10T14:59:00Z')
  expect([(await move(null)).status, await dueNow()]).toEqual([200, null])
  const told = (await t.call(listNotices, { as: rita.token })).body.items.map(({ body }) => body)
  expect(told).toEqual([
    `Your review of paper ${paperId} is now due by 2 March 2026 at 18:05 (Asia/Tokyo, UTC+09:00).`,
    `Your review of paper ${paperId} is now due by 10 May 2026 at 23:59 (Asia/Tokyo, UTC+09:00).`,
    `Paper ${paperId} was assigned to you for review.\n\nPlease review it by 3 May 2026 at 23:59 (Asia/Tokyo, UTC+09:00).`,
  ])
  const other = await submissionAt(t, 'paper_submitted', cast)
  expect((await move(moved, other.paperId)).status).toBe(404)
})
