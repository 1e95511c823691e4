import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvePaper, listDraftTexts, previewPaper, saveDraft } from '#shared/reviewing/contract.ts'
import { assignReviewer, reopenPaper, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, nextRound, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let cast: Cast
let made: MadeSubmission
let paperId: string
let revision: number
beforeAll(async () => {
  t = await openTestPortal()
  const author = await makePerson(t, { role: 'author' })
  const admin = await makePerson(t, { role: 'admin' })
  cast = { author, admin, reviewer: await makePerson(t, { role: 'reviewer' }) }
})
afterAll(() => t.close())

const SECOND = 1000
async function begin(): Promise<void> {
  cast.reviewer = await makePerson(t, { role: 'reviewer' })
  made = await submissionAt(t, 'paper_submitted', cast)
  paperId = made.paperId
  revision = 0
}
const save = async (comments: string, over = revision, score = '') => {
  const body = { score, comments, revision: over }
  const answer = await t.call(saveDraft, { as: cast.reviewer.token, params: { paperId }, body })
  if (answer.status === 200) revision = answer.body.revision
  return answer.status
}
const read = (who: MadePerson) => t.call(listDraftTexts, { as: who.token, params: { paperId } })
const texts = async () => (await read(cast.reviewer)).body.items.map(({ comments, how }) => [comments, how])

test('what is typed in one go is one earlier text; what stood before a rest is kept', async () => {
  await begin()
  for (const typed of ['The', 'The proof', 'The proof of']) {
    await save(typed)
    t.clock.advance(SECOND)
  }
  expect(await texts()).toEqual([['The', 'saved']])
  t.clock.advance(121 * SECOND)
  await save('The proof of lemma 2 is wrong.')
  expect(await texts()).toEqual([
    ['The proof of', 'saved'],
    ['The', 'saved'],
  ])
})

test('what is sent once more, as its answer got lost, is saved once; another text over the same is refused', async () => {
  await begin()
  await save('The proof')
  expect([await save('The proof', 0), revision, await texts()]).toEqual([200, 1, []])
  expect(await save('Another proof', 0)).toBe(409)
})

test('a text that loses more than half is kept, however quickly', async () => {
  await begin()
  await save('Short.')
  await save('A long and careful review of everything in this paper.')
  await save('Oh')
  expect(await texts()).toEqual([
    ['A long and careful review of everything in this paper.', 'saved'],
    ['Short.', 'saved'],
  ])
})

test('the text that an earlier one is put in place of is kept', async () => {
  await begin()
  for (const typed of ['First thoughts', 'First thoughts, much longer', 'First thoughts']) await save(typed)
  expect((await texts()).map(([text]) => text).sort((a = '', b = '') => a.localeCompare(b))).toEqual([
    'First thoughts',
    'First thoughts, much longer',
  ])
})

test('a stale tab’s text is refused and kept, and so is the one that it then overtakes', async () => {
  await begin()
  await save('Here')
  await save('Here, more')
  expect(await save('There', 1)).toBe(409)
  expect(await save('There', 1)).toBe(409)
  expect((await texts()).filter(([, how]) => how === 'refused')).toEqual([['There', 'refused']])
  t.clock.advance(SECOND)
  await save('There')
  expect((await texts()).map(([text]) => text).sort((a = '', b = '') => a.localeCompare(b))).toEqual([
    'Here',
    'Here, more',
    'There',
  ])
  const { draft } = (await t.call(previewPaper, { as: cast.reviewer.token, params: { paperId } })).body
  expect(draft?.comments).toBe('There')
})

test('at most twenty are kept, the newest', async () => {
  await begin()
  for (let nth = 1; nth <= 25; nth += 1) {
    await save(`Text ${nth}`)
    t.clock.advance(3 * SECOND)
    await save(`Refused ${nth}`, 0)
    t.clock.advance(3 * SECOND)
  }
  const kept = await texts()
  expect([kept.length, kept[0]?.[0]]).toEqual([20, 'Refused 25'])
})

test('only the reviewer sees them, and they go when the review is in', async () => {
  await begin()
  await save('Nobody’s business')
  await save('x', 0)
  const other = await makePerson(t, { role: 'reviewer' })
  expect((await read(other)).status).toBe(404)
  const body = { reviewerId: other.id }
  await t.call(assignReviewer, { as: cast.admin.token, params: { paperId }, body })
  expect((await read(other)).body.items).toEqual([])
  expect([(await read(cast.admin)).status, (await read(cast.author)).status]).toEqual([403, 403])
  expect((await texts()).length).toBe(1)
  await t.call(approvePaper, { as: cast.reviewer.token, params: { paperId }, body: { score: 80 } })
  expect(await texts()).toEqual([])
})

test('the text that one of an earlier round is put in place of is kept, however quickly', async () => {
  await begin()
  await save('Of round one, at length')
  await nextRound(t, made, cast)
  revision = 0
  for (const typed of ['Of round', 'Of round two', 'Of round two, new', 'Of round one, at length'])
    await save(typed)
  expect((await texts()).map(([text]) => text)).toContain('Of round two, new')
})

test('what was written for an earlier round stays with its reviewer, and goes when the review of a later one is in', async () => {
  await begin()
  const overview = async () =>
    (await t.call(previewPaper, { as: cast.reviewer.token, params: { paperId } })).body
  await save('Half')
  await save('Half of it is sound', 1, '70')
  expect((await overview()).earlierDraft).toBeNull()
  await nextRound(t, made, cast)
  t.clock.advance(SECOND)
  const read = await overview()
  expect([read.draft, read.earlierDraft]).toMatchObject([
    null,
    { round: 1, score: '70', comments: 'Half of it is sound' },
  ])
  revision = 0
  expect(await save('Anew')).toBe(200)
  expect((await overview()).earlierDraft, 'while there is one of this round').toBeNull()
  t.clock.advance(SECOND)
  await save('Anew, refused', 0)
  const { items } = (await t.call(listDraftTexts, { as: cast.reviewer.token, params: { paperId } })).body
  expect(items.map(({ round, comments }) => [round, comments])).toEqual([
    [2, 'Anew, refused'],
    [1, 'Half of it is sound'],
    [1, 'Half'],
  ])
  await t.call(approvePaper, { as: cast.reviewer.token, params: { paperId }, body: { score: 80 } })
  expect(await texts()).toEqual([])
})

test('who was taken off a paper that they reviewed once has nothing of a draft of an earlier round', async () => {
  await begin()
  const params = { paperId, reviewerId: cast.reviewer.id }
  await t.call(approvePaper, { as: cast.reviewer.token, params, body: { score: 80 } })
  await t.call(reopenPaper, { as: cast.admin.token, params, body: { reason: 'Look again.' } })
  await save('On second thoughts')
  await nextRound(t, made, cast)
  const kept = async () => {
    const { draft, earlierDraft } = (await t.call(previewPaper, { as: cast.reviewer.token, params })).body
    return [draft, earlierDraft?.comments, await texts()]
  }
  expect(await kept()).toEqual([null, 'On second thoughts', [['On second thoughts', 'saved']]])
  expect((await t.call(unassignReviewer, { as: cast.admin.token, params })).status).toBe(200)
  expect(await kept()).toEqual([null, undefined, []])
})
