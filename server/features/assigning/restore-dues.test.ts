import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AssignmentPair,
  applyAssignments,
  listBatches,
  previewAssignments,
  readAssignmentList,
  undoBatch,
} from '#shared/assigning/contract.ts'
import { assignReviewer, paperDeskOverview, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { changeDue } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const [FIRST, LATER, LAST] = [
  '2026-04-01T12:00:00.000Z',
  '2026-04-09T12:00:00.000Z',
  '2026-04-20T12:00:00.000Z',
] as const

let t: TestPortal
let admin: MadePerson
let rita: MadePerson
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  as = admin.token
})
beforeEach(async () => {
  rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
})
afterAll(() => t.close())

/** A paper that Rita reviews, with a due date of its own or none. */
async function paperOfRita(dueAt?: string): Promise<string> {
  const cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin,
  }
  const { paperId } = await submissionAt(t, 'paper_submitted', cast)
  const body = { reviewerId: rita.id, ...(dueAt !== undefined && { dueAt }) }
  expect((await t.call(assignReviewer, { as, params: { paperId }, body })).status).toBe(200)
  return paperId
}

const pairOf = (paperId: string, dueAt: string = LATER): AssignmentPair => ({
  paperId,
  reviewerId: rita.id,
  dueAt,
})
const apply = async (...pairs: AssignmentPair[]) =>
  (await t.call(applyAssignments, { as, body: { pairs, source: 'list', changesDue: true } })).body
const undo = async (batchId: string | null) => {
  const answer = await t.call(undoBatch, { as, params: { batchId: batchId ?? '' } })
  return answer.status === 200 ? answer.body : answer.refusal.message
}
const dueOf = async (paperId: string) => {
  const { assignments } = (await t.call(paperDeskOverview, { as, params: { paperId } })).body
  return assignments.find(({ reviewer }) => reviewer.id === rita.id)?.dueAt?._seconds ?? null
}
const seconds = (moment: string) => new Date(moment).getTime() / 1000
const setDue = async (paperId: string, dueAt: string) => {
  const params = { paperId, reviewerId: rita.id }
  expect((await t.call(changeDue, { as, params, body: { dueAt } })).status).toBe(200)
}

test('a batch taken back gives each due date that it changed the one before, and tells the reviewer', async () => {
  const [own, common, fresh] = [await paperOfRita(FIRST), await paperOfRita(), await paperOfRita()]
  await t.call(unassignReviewer, { as, params: { paperId: fresh, reviewerId: rita.id } })
  const atFirst = (await t.mails()).length
  const { batchId, message } = await apply(pairOf(own), pairOf(common), pairOf(fresh))
  expect(message).toBe('1 paper assigned. 2 due dates changed.')
  const moved = (await t.mails()).slice(atFirst).find(({ kind }) => kind.startsWith('due_'))
  expect(moved?.subject).toBe(`${own} and 1 more: your reviews’ due dates have changed`)
  expect(moved?.body).toContain('They are now due by 9 April 2026')
  const shown = async () => {
    const [batch] = (await t.call(listBatches, { as, query: { limit: 1 } })).body.items
    return [batch?.id, batch?.assigned, batch?.standing, batch?.dueChanges, batch?.undoneAt !== null]
  }
  expect(await shown()).toEqual([batchId, 1, 1, 2, false])
  expect([await dueOf(own), await dueOf(common)]).toEqual([seconds(LATER), seconds(LATER)])
  const before = (await t.mails()).length
  expect(await undo(batchId)).toEqual({
    message: '1 assignment was taken back. 2 due dates are as they were before.',
    undone: 1,
    restored: 2,
    left: [],
  })
  expect([await dueOf(own), await dueOf(common)]).toEqual([seconds(FIRST), null])
  const told = (await t.mails()).slice(before)
  expect(
    told.map(({ kind, toAddress }) => `${kind} ${toAddress}`).sort((a, b) => a.localeCompare(b)),
    'one of each, whatever the number of papers',
  ).toEqual([`due_changed_together ${rita.email}`, `unassigned ${rita.email}`])
  const { body = '' } = told.find(({ kind }) => kind === 'due_changed_together') ?? {}
  expect(body).toContain('the first one by 1 April 2026')
  expect(body).toContain(`No due date any more: ${common}.`)
  expect(await shown()).toEqual([batchId, 1, 0, 2, true])
})

test('a batch of nothing but due dates is a batch, and is taken back once', async () => {
  const paperId = await paperOfRita(FIRST)
  const { batchId } = await apply(pairOf(paperId))
  expect(await undo(batchId)).toMatchObject({
    message: '1 due date is as it was before.',
    undone: 0,
    restored: 1,
  })
  expect(await dueOf(paperId)).toBe(seconds(FIRST))
  expect(await undo(batchId)).toBe('This batch was taken back already.')
  // What changes nothing is no batch.
  expect((await apply(pairOf(paperId, FIRST))).batchId).toBeNull()
})

test('a due date that was changed since stays and is named, by hand or by a later batch; what ended is left alone', async () => {
  const [byHand, byBatch, gone, stands] = [
    await paperOfRita(FIRST),
    await paperOfRita(FIRST),
    await paperOfRita(FIRST),
    await paperOfRita(FIRST),
  ]
  const first = await apply(...[byHand, byBatch, gone, stands].map((paperId) => pairOf(paperId)))
  await setDue(byHand, LAST)
  await apply(pairOf(byBatch, LAST))
  await t.call(unassignReviewer, { as, params: { paperId: gone, reviewerId: rita.id } })
  const left = [byHand, byBatch].map((paperId) => `${paperId} for Rita Reader (changed since)`)
  expect(await undo(first.batchId)).toEqual({
    message: `1 due date is as it was before. Left as they are now: ${left.join(', ')}.`,
    undone: 0,
    restored: 1,
    left,
  })
  expect([await dueOf(byHand), await dueOf(byBatch), await dueOf(stands)]).toEqual([
    seconds(LAST),
    seconds(LAST),
    seconds(FIRST),
  ])
})

test('a due date that has passed meanwhile does not come back: nobody could keep to it', async () => {
  const soon = new Date(t.clock.now.getTime() + 60_000).toISOString()
  const paperId = await paperOfRita(soon)
  const { batchId } = await apply(pairOf(paperId))
  t.clock.advance(120_000)
  expect(await undo(batchId)).toMatchObject({
    restored: 0,
    left: [`${paperId} for Rita Reader (the earlier due date has passed)`],
  })
  expect(await dueOf(paperId)).toBe(seconds(LATER))
})

test('a plan alone keeps nothing', async () => {
  const paperId = await paperOfRita(FIRST)
  const count = async () => (await t.call(listBatches, { as })).body.count
  const before = await count()
  const body = { pairs: [pairOf(paperId)], changesDue: true }
  expect((await t.call(previewAssignments, { as, body })).status).toBe(200)
  expect(await count()).toBe(before)
})

/** A list of assignments as it is read in again: each row with its due date, none where its cell is empty. */
async function readAgain(cells: readonly (readonly [paperId: string, due: string])[]) {
  const list = [
    'Paper ID,Reviewer e-mail,Due (UTC)',
    ...cells.map(([id, due]) => `${id},${rita.email},${due}`),
  ]
  const { rows } = (await t.call(readAssignmentList, { as, body: { list: list.join('\n') } })).body
  return rows.map(
    ({ paperId, reviewerId, dueAt, dueGeneral }): AssignmentPair => ({
      paperId: paperId ?? '',
      reviewerId: reviewerId ?? '',
      ...(dueAt === null ? dueGeneral && { dueAt: null } : { dueAt }),
    }),
  )
}

test('an emptied due date is the deadline for reviews again: seen before, told, and taken back with the batch', async () => {
  const [own, none] = [await paperOfRita(FIRST), await paperOfRita()]
  const pairs = await readAgain([
    [own, ''],
    [none, ''],
  ])
  const body = { pairs, changesDue: true }
  const { rows } = (await t.call(previewAssignments, { as, body })).body
  expect(rows.map(({ problem, dueChange }) => [problem?.code, dueChange])).toEqual([
    [undefined, { from: FIRST, to: null }],
    ['assigned_already', null],
  ])
  const before = (await t.mails()).length
  const { batchId, message } = await apply(...pairs)
  expect(message).toBe('1 due date changed. 1 could not be.')
  expect((await t.mails()).slice(before).map(({ kind }) => kind)).toEqual(['due_removed'])
  expect(await dueOf(own)).toBeNull()
  // Read again it says what holds.
  expect((await apply(...pairs)).batchId).toBeNull()
  expect(await undo(batchId)).toMatchObject({ restored: 1, left: [] })
  expect(await dueOf(own)).toBe(seconds(FIRST))
})

test('a list without a column of due dates leaves every due date as it is', async () => {
  const paperId = await paperOfRita(FIRST)
  const body = { list: `${paperId},${rita.email}` }
  const [row] = (await t.call(readAssignmentList, { as, body })).body.rows
  expect([row?.dueAt, row?.dueGeneral]).toEqual([null, false])
  expect((await apply({ paperId, reviewerId: rita.id })).batchId).toBeNull()
  expect(await dueOf(paperId)).toBe(seconds(FIRST))
})

test('an own due date that says what the deadline says is not changed by a list that names the deadline', async () => {
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadline = async (review: string | null, from: number) => {
    const deadlines = { ...settings.deadlines, review }
    const body = { settings: { ...settings, deadlines }, revision: from }
    expect((await t.call(saveSettings, { as, body })).status).toBe(200)
  }
  const [same, other] = [await paperOfRita(LATER), await paperOfRita(FIRST)]
  await deadline(LATER, revision)
  const written = '2026-04-09 12:00:00'
  const pairs = await readAgain([
    [same, written],
    [other, written],
  ])
  const { rows } = (await t.call(previewAssignments, { as, body: { pairs, changesDue: true } })).body
  expect(rows.map(({ dueChange }) => dueChange)).toEqual([null, { from: FIRST, to: null }])
  await deadline(null, revision + 1)
})

test('of a pair that a list names twice the first line counts, whatever the second says', async () => {
  const paperId = await paperOfRita(FIRST)
  const { rows } = await apply(pairOf(paperId), pairOf(paperId, LAST))
  expect(rows.map(({ problem }) => [problem?.code, problem?.message])).toEqual([
    [undefined, undefined],
    ['named_twice', 'The list names this pair twice; the first line counts.'],
  ])
  expect(await dueOf(paperId)).toBe(seconds(LATER))
})

test('no due date is taken away, by hand, by a list or with a batch, once the deadline for reviews has passed', async () => {
  const [common, own] = [await paperOfRita(), await paperOfRita(LATER)]
  const { batchId } = await apply(pairOf(common))
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, review: FIRST }
  // Within the grace too: nobody is mailed a date that has passed.
  const late = { ...settings, graceMinutes: 60, deadlines }
  expect((await t.call(saveSettings, { as, body: { settings: late, revision } })).status).toBe(200)
  t.clock.now = new Date('2026-04-01T12:30:00.000Z')
  as = await logIn(t, admin.email, admin.password)
  const before = (await t.mails()).length
  const why = 'The deadline for reviews was 1 April 2026 at 12:00 (UTC).'
  const params = { paperId: own, reviewerId: rita.id }
  const byHand = await t.call(changeDue, { as, params, body: { dueAt: null } })
  expect([byHand.status, byHand.refusal.message.startsWith(why)]).toEqual([409, true])
  const taken = { ...params, dueAt: null }
  const body = { pairs: [taken], changesDue: true }
  const { rows } = (await t.call(previewAssignments, { as, body })).body
  expect(rows.map(({ problem, dueChange }) => [problem?.code, dueChange])).toEqual([['reviews_closed', null]])
  expect(await undo(batchId)).toMatchObject({
    restored: 0,
    left: [`${common} for Rita Reader (the deadline for reviews has passed)`],
  })
  expect([await dueOf(own), await dueOf(common)]).toEqual([seconds(LATER), seconds(LATER)])
  expect((await t.mails()).slice(before)).toEqual([])
})
