import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import {
  type AssignmentPair,
  applyAssignments,
  listBatches,
  previewAssignments,
  readAssignmentList,
  type SeenPapers,
  undoBatch,
} from '#shared/assigning/contract.ts'
import { exportTable } from '#shared/exporting/contract.ts'

import { listNotices } from '#shared/notices/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { approvePaper, listAssigned } from '#shared/reviewing/contract.ts'
import { assignReviewer, reopenPaper, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { changeDue } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
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

/** A paper under review that nobody reviews. */
async function freePaper(author?: MadePerson): Promise<string> {
  const by = author ?? (await makePerson(t, { role: 'author' }))
  const first = await makePerson(t, { role: 'reviewer' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { author: by, reviewer: first, admin })
  await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: first.id } })
  return paperId
}
const preview = (pairs: AssignmentPair[]) => t.call(previewAssignments, { as: admin.token, body: { pairs } })
const apply = (pairs: AssignmentPair[]) =>
  t.call(applyAssignments, { as: admin.token, body: { pairs, source: 'list' } })
const undo = (batchId: string | null) =>
  t.call(undoBatch, { as: admin.token, params: { batchId: batchId ?? '' } })
const assignedTo = async (who: MadePerson) =>
  (await t.call(listAssigned, { as: who.token })).body.items.map(({ paperId }) => paperId).sort()
const mailsTo = async (who: MadePerson) =>
  (await t.mails()).filter(({ toAddress }) => toAddress === who.email).map(({ subject }) => subject)

test('the preview says what applying does, and changes nothing; what fails is named, the rest is done', async () => {
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  const author = await makePerson(t, { role: 'both', organization: 'North' })
  const colleague = await makePerson(t, { role: 'reviewer', organization: 'north' })
  const [one, two] = [await freePaper(author), await freePaper(author)]
  const pairs = [
    { paperId: one, reviewerId: rita.id },
    { paperId: two, reviewerId: rita.id },
    { paperId: one, reviewerId: rita.id },
    { paperId: one, reviewerId: author.id, overrideReason: 'please' },
    { paperId: one, reviewerId: colleague.id },
    { paperId: two, reviewerId: colleague.id, overrideReason: 'Nobody else knows this.' },
    { paperId: 'P26-9999-X', reviewerId: rita.id },
    { paperId: one, reviewerId: admin.id },
  ]
  const wanted = [
    null,
    null,
    'named_twice',
    'conflict_of_interest',
    'conflict_of_interest',
    null,
    'unknown_paper',
    'unknown_reviewer',
  ]
  const seen = (await preview(pairs)).body
  expect(seen.rows.map(({ problem }) => problem?.code ?? null)).toEqual(wanted)
  expect(seen.rows[5]?.warning, 'what the reason lifts').toContain('are both of north.')
  // Somebody who is here and does not review is named, not numbered.
  const last = seen.rows.at(-1)
  expect([last?.reviewer, last?.problem?.message]).toEqual([admin.name, `${admin.name} does not review now.`])
  expect(seen.loads.find(({ reviewerId }) => reviewerId === rita.id)).toEqual({
    reviewerId: rita.id,
    reviewer: 'Rita Reader',
    open: 0,
    added: 2,
    limit: null,
  })
  expect(await assignedTo(rita)).toEqual([])
  const done = (await apply(pairs)).body
  expect(done.rows).toEqual(seen.rows)
  expect(done.message).toBe('3 assignments of 2 papers made. 5 could not be.')
  expect([await assignedTo(rita), await assignedTo(colleague)]).toEqual([[one, two].sort(), [two]])
  expect([await mailsTo(rita), await mailsTo(colleague)]).toEqual([
    ['Please review 2 papers'],
    [`${two}: please review this paper`],
  ])
  const again = (await apply(pairs.slice(0, 1))).body
  expect([again.batchId, again.rows[0]?.problem?.code]).toEqual([null, 'assigned_already'])
})

test('two organisers at once do not put a reviewer over their limit', async () => {
  const other = await makePerson(t, { role: 'admin' })
  const rita = await makePerson(t, { role: 'reviewer' })
  await t.call(changeUser, { as: admin.token, params: { userId: rita.id }, body: { reviewLimit: 1 } })
  const papers = [await freePaper(), await freePaper()]
  const answers = await Promise.all(
    [admin, other].map(({ token }, at) => {
      const pairs = [{ paperId: papers[at] ?? '', reviewerId: rita.id }]
      return t.call(applyAssignments, { as: token, body: { pairs, source: 'list' } })
    }),
  )
  const codes = answers.map(({ body }) => body.rows[0]?.problem?.code ?? 'assigned')
  expect(new Set(codes)).toEqual(new Set(['assigned', 'over_limit']))
  expect(await assignedTo(rita)).toHaveLength(1)
})

test('a plan that was seen before somebody else assigned the same papers is refused, and nobody told', async () => {
  const [rita, omar] = [await makePerson(t, { role: 'reviewer' }), await makePerson(t, { role: 'reviewer' })]
  const papers = [await freePaper(), await freePaper()]
  const pairsFor = (who: MadePerson) => papers.map((paperId) => ({ paperId, reviewerId: who.id }))
  const applySeen = (pairs: AssignmentPair[], seen: SeenPapers) =>
    t.call(applyAssignments, { as: admin.token, body: { pairs, source: 'automatic', seen } })
  const { seen } = (await preview(pairsFor(rita))).body
  expect((await applySeen(pairsFor(omar).slice(0, 1), seen)).status).toBe(200)
  const late = await applySeen(pairsFor(rita), seen)
  expect([late.status, late.refusal.error, late.refusal.message]).toEqual([
    409,
    'stale',
    `Who reviews ${papers[0]} has changed since you saw this. Look at it again before you assign.`,
  ])
  expect([await assignedTo(rita), await mailsTo(rita)]).toEqual([[], []])
  // What nobody touched is assigned all the same, and the rest once it was looked at again.
  expect((await applySeen(pairsFor(rita).slice(1), seen)).body.message).toBe('1 paper assigned.')
  const again = (await preview(pairsFor(rita).slice(0, 1))).body
  expect(again.rows[0]?.warning).toBe('With this one the paper has 2 reviewers; 1 is wanted.')
  // Who was taken off counts too: the paper is not as it was seen.
  const [taken = ''] = papers
  await t.call(unassignReviewer, {
    as: admin.token,
    params: { paperId: taken, reviewerId: omar.id },
  })
  expect((await applySeen(pairsFor(rita).slice(0, 1), again.seen)).refusal.error).toBe('stale')
  const last = (await preview(pairsFor(rita).slice(0, 1))).body
  expect((await applySeen(pairsFor(rita).slice(0, 1), last.seen)).status).toBe(200)
  expect(await assignedTo(rita)).toEqual([...papers].sort())
})

test('a reviewer’s limit counts what the list itself adds, and yields to a reason', async () => {
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  const papers = [await freePaper(), await freePaper(), await freePaper()]
  await t.call(changeUser, { as: admin.token, params: { userId: rita.id }, body: { reviewLimit: 2 } })
  const pairs = papers.map((paperId) => ({ paperId, reviewerId: rita.id }))
  const { rows } = (await apply(pairs)).body
  expect(rows.map(({ problem }) => problem?.message ?? null)).toEqual([
    null,
    null,
    'Rita Reader takes at most 2 at a time, and has 2.',
  ])
  const last = papers[2] ?? ''
  const one = (overrideReason?: string) =>
    t.call(assignReviewer, {
      as: admin.token,
      params: { paperId: last },
      body: { reviewerId: rita.id, ...(overrideReason === undefined ? {} : { overrideReason }) },
    })
  const [refused, taken] = [await one(), await one('She offered.')]
  expect([refused.status, taken.status]).toEqual([409, 200])
  expect(taken.body.assignment.overrideReason).toBe('She offered.')
})

test('a batch is taken back as a whole until a review exists', async () => {
  const rita = await makePerson(t, { role: 'reviewer' })
  const sam = await makePerson(t, { role: 'reviewer' })
  const [one, two] = [await freePaper(), await freePaper()]
  const wrong = [rita, sam].flatMap(({ id }) => [one, two].map((paperId) => ({ paperId, reviewerId: id })))
  const first = (await apply(wrong)).body.batchId
  const undone = await undo(first)
  expect([undone.status, undone.body]).toEqual([
    200,
    { message: '4 assignments were taken back.', undone: 4, restored: 0, left: [] },
  ])
  expect([await assignedTo(rita), await assignedTo(sam)]).toEqual([[], []])
  expect((await mailsTo(rita)).at(-1)).toBe('No review needed: 2 papers no longer assigned to you')
  expect([(await undo(first)).status, (await undo('018f0000-0000-7000-8000-000000000000')).status]).toEqual([
    409, 404,
  ])

  const single = (await apply(wrong.slice(2, 3))).body.batchId
  await undo(single)
  expect((await mailsTo(sam)).at(-1)).toBe(`${one}: no review needed`)

  const second = (await apply(wrong.slice(0, 2))).body.batchId
  await t.call(approvePaper, { as: rita.token, params: { paperId: one }, body: { score: 80 } })
  const late = await undo(second)
  expect([late.status, late.refusal.message]).toEqual([
    409,
    `${one} has a review from this batch; take assignments back one by one.`,
  ])
  expect(await assignedTo(rita)).toEqual([two])
  const batches = (await t.call(listBatches, { as: admin.token, query: { limit: 2 } })).body
  expect(
    batches.items.map(({ assigned, standing, reviewed, undoneAt }) => [
      assigned,
      standing,
      reviewed,
      undoneAt !== null,
    ]),
  ).toEqual([
    [2, 2, 1, false],
    [1, 0, 0, true],
  ])
})

test('of a batch taken back nobody is told who had nothing to review any more', async () => {
  const rita = await makePerson(t, { role: 'reviewer' })
  const sam = await makePerson(t, { role: 'reviewer' })
  const author = await makePerson(t, { role: 'author' })
  const first = await makePerson(t, { role: 'reviewer' })
  const [over, open] = [
    await submissionAt(t, 'paper_submitted', { author, reviewer: first, admin }),
    await freePaper(),
  ]
  const { batchId } = (
    await apply([
      { paperId: over.paperId, reviewerId: rita.id },
      { paperId: open, reviewerId: rita.id },
      { paperId: over.paperId, reviewerId: sam.id },
    ])
  ).body
  const params = { abstractId: over.abstractId }
  await t.call(withdrawAbstract, { as: author.token, params, body: { reason: 'No time.' } })
  const before = await mailsTo(sam)
  expect((await undo(batchId)).body).toMatchObject({ message: '3 assignments were taken back.', undone: 3 })
  expect((await mailsTo(rita)).at(-1)).toBe(`${open}: no review needed`)
  expect(await mailsTo(sam)).toEqual(before)
})

test('of two lists applied at once, each pair is assigned once', async () => {
  const rita = await makePerson(t, { role: 'reviewer' })
  const papers = [await freePaper(), await freePaper()]
  const pairs = papers.map((paperId) => ({ paperId, reviewerId: rita.id }))
  const both = await Promise.all([apply(pairs), apply(pairs.toReversed())])
  const codes = both.map(({ body }) => body.rows.map(({ problem }) => problem?.code ?? null))
  const [first, second] = codes[0]?.[0] === null ? codes : codes.toReversed()
  expect([first, second]).toEqual([
    [null, null],
    ['assigned_already', 'assigned_already'],
  ])
})

test('a list is read whatever its columns and separators; unknown rows are named, a heading is passed over', async () => {
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Lista', email: 'rita@list.example' })
  const [one, two] = [await freePaper(), await freePaper()]
  const list = [
    'Reviewer;Paper;Title',
    `rita@list.example;${one.toLowerCase()};"A title; with a semicolon"`,
    `"Lista, Rita";${two};`,
    '',
    `ghost@list.example;${one};`,
  ].join('\r\n')
  const { rows } = (await t.call(readAssignmentList, { as: admin.token, body: { list: `\uFEFF${list}` } }))
    .body
  expect(rows.map(({ line, paperId, reviewerId, problem }) => [line, paperId, reviewerId, problem])).toEqual([
    [2, one, rita.id, null],
    [3, two, rita.id, null],
    [5, one, null, 'No reviewer has the address ghost@list.example.'],
  ])
  const asked = async (pasted: string) =>
    (await t.call(readAssignmentList, { as: admin.token, body: { list: pasted } })).body
  expect((await asked(list)).heading).toEqual({ line: 1, text: 'Reviewer · Paper · Title' })
  for (const unknown of [
    'P26-9999-X,nobody@nowhere.example',
    'P26-9999-X,Nobody',
    'nobody@nowhere.example',
  ]) {
    const { heading, rows: read } = await asked(`${unknown}\n${one},rita@list.example`)
    expect([heading, read.map(({ line, problem }) => [line, problem === null])]).toEqual([
      null,
      [
        [1, false],
        [2, true],
      ],
    ])
  }
  const quoted = await asked(
    `${one},"Rita Lista <rita@list.example>"\n${one},"Lista, Rita" <rita@list.example>`,
  )
  expect(quoted.rows.map(({ reviewerId }) => reviewerId)).toEqual([rita.id, rita.id])
})

test('exported assignments read in again change nothing; an edited line is exactly that difference', async () => {
  const names = ['=Rita "R" O’Neill', 'Rita, the; other', '山田 花子', 'Rita, the; other']
  const made = await Promise.all(names.map((name) => makePerson(t, { role: 'reviewer', name })))
  const papers = [await freePaper(), await freePaper()]
  const [first, second, third, fourth] = made
  for (const { id } of [first, second, third].flatMap((one) => one ?? [])) {
    const body = { reviewerId: id, overrideReason: '=1+1\nKnows, the; field', dueAt: '2026-04-01T12:00:00Z' }
    await t.call(assignReviewer, { as: admin.token, params: { paperId: papers[0] ?? '' }, body })
  }
  const answer = await t.app.http.inject({
    url: exportTable.path.replace('{table}', 'assignments').replace('{format}', 'csv'),
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const read = async (list: string) => {
    const { rows } = (await t.call(readAssignmentList, { as: admin.token, body: { list } })).body
    expect(rows.map(({ problem }) => problem).filter(Boolean)).toEqual([])
    return rows.map(({ paperId, reviewerId }) => ({ paperId: paperId ?? '', reviewerId: reviewerId ?? '' }))
  }
  const before = await read(answer.payload)
  expect(before.filter(({ paperId }) => paperId === papers[0]).map(({ reviewerId }) => reviewerId)).toEqual(
    [first, second, third].map((one) => one?.id),
  )
  const own = before.filter(({ paperId }) => paperId === papers[0])
  expect((await preview(own)).body.rows.map(({ problem }) => problem?.code)).toEqual(
    own.map(() => 'assigned_already'),
  )
  expect((await apply(before)).body.batchId).toBeNull()

  const at = answer.payload.lastIndexOf(papers[0] ?? '')
  const edited = `${answer.payload.slice(0, at)}${papers[1]}${answer.payload
    .slice(at + (papers[1] ?? '').length)
    .replace(third?.email ?? '', fourth?.email ?? '')
    .replace(third?.name ?? '', '')}`
  const applied = await apply(await read(edited))
  const news = applied.body.rows.filter(({ problem }) => problem === null)
  expect(news.map(({ paperId, reviewerId }) => [paperId, reviewerId])).toEqual([[papers[1], fourth?.id]])
  expect(await assignedTo(third ?? admin)).toEqual([papers[0]])
})

test('exported assignments that were taken back come again with their due dates, reasons and odd addresses', async () => {
  const author = await makePerson(t, { role: 'author', organization: 'Karst' })
  const paperId = await freePaper(author)
  const colleague = await makePerson(t, { role: 'reviewer', organization: 'karst' })
  const odd = await makePerson(t, { role: 'reviewer', email: '-odd@list.example' })
  await apply([
    {
      paperId,
      reviewerId: colleague.id,
      overrideReason: '=Knows, the; field',
      dueAt: '2026-04-01T12:00:00Z',
    },
    { paperId, reviewerId: odd.id },
  ])
  const exported = async () => {
    const url = exportTable.path.replace('{table}', 'assignments').replace('{format}', 'csv')
    const headers = { authorization: `Bearer ${admin.token}` }
    return (await t.app.http.inject({ url: `${url}?q=${paperId}`, headers })).payload
  }
  const before = await exported()
  const { heading, rows } = (await t.call(readAssignmentList, { as: admin.token, body: { list: before } }))
    .body
  expect(heading?.text).toMatch(/^Paper ID · .* · Due \(UTC\) · .* · In spite of a conflict, because$/)
  const asRead = rows.map(({ line: _line, text: _text, ...row }) => row)
  const read = [...asRead]
  const common = { paperId, duePassed: false, problem: null, likely: [] }
  expect(read.sort((a, b) => (a.dueAt ?? '').localeCompare(b.dueAt ?? ''))).toEqual([
    {
      ...common,
      reviewerId: odd.id,
      reviewer: odd.name,
      dueAt: null,
      dueGeneral: true,
      overrideReason: null,
    },
    {
      ...common,
      reviewerId: colleague.id,
      reviewer: colleague.name,
      dueAt: '2026-04-01T12:00:00.000Z',
      dueGeneral: false,
      overrideReason: '=Knows, the; field',
    },
  ])
  for (const { id: reviewerId } of [colleague, odd])
    await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId } })
  const again = rows.map(({ reviewerId, dueAt, overrideReason }) => ({
    paperId,
    reviewerId: reviewerId ?? '',
    ...(dueAt && { dueAt }),
    ...(overrideReason && { overrideReason }),
  }))
  await apply(again)
  const sorted = (csv: string) => csv.split('\r\n').sort()
  expect(sorted(await exported())).toEqual(sorted(before))
  // As a spreadsheet saves it where the comma is for decimals: nothing is quoted that holds no semicolon.
  const saved = before
    .replaceAll(',', ';')
    .replaceAll('"In spite of a conflict; because"', 'In spite of a conflict, because')
    .replaceAll('"\'=Knows; the; field"', `"'=Knows, the; field"`)
  expect(saved).not.toEqual(before)
  const mixed = `${paperId};-odd@list.example\r\n${saved.replace('\uFEFF', '')}`
  const [above, ...below] = (await t.call(readAssignmentList, { as: admin.token, body: { list: mixed } }))
    .body.rows
  expect([above?.line, above?.reviewerId, below.length]).toEqual([1, odd.id, rows.length])
  for (const list of [
    saved,
    `sep=;\r\n${saved.replace('\uFEFF', '')}`,
    `Assignments of today;;;\r\n${saved.replace('\uFEFF', '')}`,
  ]) {
    const again = (await t.call(readAssignmentList, { as: admin.token, body: { list } })).body
    expect(again.heading?.text).toBe(heading?.text)
    expect(again.rows.map(({ line: _line, text: _text, ...row }) => row)).toEqual(asRead)
  }
})

test('who is assigned is told when the review is due by the one rule: as set, else the deadline, else their own later one', async () => {
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const review = '2027-05-03T21:59:00Z'
  const change = async (deadline: string | null, from: number) => {
    const changed = { ...settings, deadlines: { ...settings.deadlines, review: deadline } }
    return t.call(saveSettings, { as: admin.token, body: { settings: changed, revision: from } })
  }
  await change(review, revision)
  const [plain, granted] = [
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const later = { extensions: { review: '2027-05-10T21:59:00Z' } }
  await t.call(changeUser, { as: admin.token, params: { userId: granted.id }, body: later })
  const papers = [await freePaper(), await freePaper(), await freePaper(), await freePaper()]
  const [one = '', two = '', three = '', four = ''] = papers
  const own = '2027-04-20T21:59:00Z'
  const giving = async (...pairs: AssignmentPair[]) => expect((await apply(pairs)).status).toBe(200)
  await giving({ paperId: one, reviewerId: plain.id }, { paperId: one, reviewerId: granted.id })
  // A list that is read in as it was exported says these, and changes nothing.
  const exported = [
    { paperId: one, reviewerId: plain.id, dueAt: review },
    { paperId: one, reviewerId: granted.id, dueAt: later.extensions.review },
  ]
  const asExported = { pairs: exported, changesDue: true }
  const { rows } = (await t.call(previewAssignments, { as: admin.token, body: asExported })).body
  expect(rows.map(({ problem, dueChange }) => [problem?.code, dueChange])).toEqual([
    ['assigned_already', null],
    ['assigned_already', null],
  ])
  await giving({ paperId: two, reviewerId: plain.id, dueAt: own })
  await giving({ paperId: three, reviewerId: plain.id }, { paperId: four, reviewerId: plain.id })
  await giving(
    { paperId: two, reviewerId: granted.id, dueAt: own },
    { paperId: three, reviewerId: granted.id },
  )
  await change(null, revision + 1)
  await giving({ paperId: four, reviewerId: granted.id })
  const told = async (who: MadePerson) =>
    (await t.call(listNotices, { as: who.token })).body.items.flatMap(({ title, body }) =>
      title.endsWith('assigned to you') ? [body.split('\n\n').slice(1)] : [],
    )
  expect(await told(plain)).toEqual([
    [expect.stringMatching(/^Please review them by 3 May 2027 at /)],
    [expect.stringMatching(/^Please review it by 20 April 2027 at /)],
    [expect.stringMatching(/^Please review it by 3 May 2027 at /)],
  ])
  expect(await told(granted)).toEqual([
    [],
    [expect.stringMatching(/^They are due at different times, the first one by 20 April 2027 at /)],
    [expect.stringMatching(/^Please review it by 10 May 2027 at /)],
  ])
})

test('nobody is asked to review what they cannot: refused where a rejection waits, said as of the next round in between', async () => {
  const first = await makePerson(t, { role: 'reviewer' })
  const second = await makePerson(t, { role: 'reviewer' })
  const author = await makePerson(t, { role: 'author' })
  const cast = { author, admin, reviewer: first }
  const rejected = await submissionAt(t, 'reviewer_declined', cast)
  const assign = (paperId: string) =>
    t.call(assignReviewer, { as: admin.token, params: { paperId }, body: { reviewerId: second.id } })
  const refused = await assign(rejected.paperId)
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    `No reviewer can be assigned to ${rejected.paperId}: a reviewer rejected it. Confirm the rejection or reopen the paper first.`,
  ])
  const body = { reason: 'A second opinion.' }
  expect((await t.call(reopenPaper, { as: admin.token, params: rejected, body })).status).toBe(200)
  expect((await assign(rejected.paperId)).status).toBe(200)
  const inRevision = await submissionAt(t, 'paper_awaiting_resubmission', cast)
  expect((await assign(inRevision.paperId)).status).toBe(200)
  const told = (await t.call(listNotices, { as: second.token })).body.items.map(({ title }) => title)
  expect(told.toSorted()).toEqual([
    `Assigned to you for the next round: ${inRevision.paperId}`,
    `Paper ${rejected.paperId} assigned to you`,
  ])
})

test('a due date that has passed is refused in every way of assigning, and when it is changed', async () => {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const paperId = await freePaper()
  const dueAt = t.clock.now.toISOString()
  const pair = { paperId, reviewerId: reviewer.id }
  const params = { paperId }
  const late = { reviewerId: reviewer.id, dueAt }
  const refused = [
    await preview([{ ...pair, dueAt }]),
    await apply([{ ...pair, dueAt }]),
    await t.call(assignReviewer, { as: admin.token, params, body: late }),
  ]
  expect((await apply([pair])).body.batchId).not.toBeNull()
  const changed = await t.call(changeDue, { as: admin.token, params: pair, body: { dueAt } })
  const message = 'This moment has passed. Choose one that lies ahead.'
  expect([...refused, changed].map(({ status, refusal }) => [status, refusal.message])).toEqual(
    [...refused, changed].map(() => [422, message]),
  )
  const ahead = new Date(t.clock.now.getTime() + 1000).toISOString()
  expect((await t.call(changeDue, { as: admin.token, params: pair, body: { dueAt: ahead } })).status).toBe(
    200,
  )
})

test('an exported list with another due date changes it, once and where that is asked for; the reviewer is told', async () => {
  const cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin,
  }
  const [moved, kept] = [
    await submissionAt(t, 'paper_submitted', cast),
    await submissionAt(t, 'paper_submitted', cast),
  ]
  const other = await makePerson(t, { role: 'reviewer' })
  const due = '2026-04-01T12:00:00.000Z'
  for (const { paperId } of [moved, kept]) {
    const body = { reviewerId: other.id, dueAt: due }
    expect((await t.call(assignReviewer, { as: admin.token, params: { paperId }, body })).status).toBe(200)
  }
  const later = '2026-04-09T12:00:00.000Z'
  const pairs = [
    { paperId: moved.paperId, reviewerId: other.id, dueAt: later },
    { paperId: kept.paperId, reviewerId: other.id, dueAt: due },
  ]
  const asIs = (await preview(pairs)).body.rows
  expect(asIs.map(({ problem, dueChange }) => [problem?.code, dueChange])).toEqual([
    ['assigned_already', null],
    ['assigned_already', null],
  ])
  const body = { pairs: [...pairs, ...pairs.slice(0, 1)], changesDue: true }
  const { rows, loads } = (await t.call(previewAssignments, { as: admin.token, body })).body
  const change = { from: due, to: later }
  const judged = [
    [undefined, change],
    ['assigned_already', null],
    ['named_twice', null],
  ]
  expect(rows.map(({ problem, dueChange }) => [problem?.code, dueChange])).toEqual(judged)
  expect(loads.find(({ reviewerId }) => reviewerId === other.id)).toMatchObject({ added: 0 })
  const before = (await t.mails()).length
  const done = (await t.call(applyAssignments, { as: admin.token, body: { ...body, source: 'list' } })).body
  expect([done.message, done.batchId]).toEqual(['1 due date changed. 2 could not be.', expect.any(String)])
  expect(done.rows.map(({ problem, dueChange }) => [problem?.code, dueChange])).toEqual(judged)
  const mails = (await t.mails()).slice(before)
  expect(mails.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([['due_changed', other.email]])
  const stored = await rowsOf<{ paper: string; due: string }>(
    t.database.db,
    sql`select s.paper_id as paper, to_char(a.due_at at time zone 'utc', 'YYYY-MM-DD') as due from assignments a
      join submissions s on s.id = a.submission_id where a.reviewer_id = ${other.id} order by s.serial`,
  )
  expect(stored.map((row) => row.due)).toEqual(['2026-04-09', '2026-04-01'])
  const again = (await t.call(applyAssignments, { as: admin.token, body: { ...body, source: 'list' } })).body
  expect([again.batchId, (await t.mails()).length]).toEqual([null, before + 1])
})
