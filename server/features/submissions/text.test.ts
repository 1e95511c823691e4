import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePaper } from '#demo/make-paper.ts'
import { submissionTexts } from '#server/db/schema.ts'
import { resubmitAbstract, submitAbstract } from '#shared/submissions/contract.ts'
import { declineAbstract } from '#shared/submissions/desk-contract.ts'
import { readSubmissionText, saveSubmissionText } from '#shared/submissions/text-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { readUnread } from './read-unread-texts.ts'

let t: TestPortal
let ada: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
})
afterAll(() => t.close())

const submit = async (title: string) => {
  const file = await makePaper(title, 'Ada', 1)
  return { abstractId: (await t.upload(submitAbstract, { as: ada.token, file })).body.abstractId }
}
const read = async (params: { abstractId: string }, as = ada) =>
  t.call(readSubmissionText, { as: as.token, params })
const save = (params: { abstractId: string }, text: string, over: string) =>
  t.call(saveSubmissionText, { as: ada.token, params, body: { text, over } })

test('the text of an abstract is read from its PDF in the background', async () => {
  const params = await submit('Cracks')
  expect((await read(params)).body).toEqual({
    text: '',
    readText: '',
    state: 'reading',
    hidden: '',
    agreement: 'agrees',
    canChange: true,
  })
  await t.drain()
  const { body } = await read(params)
  expect(body).toMatchObject({ state: 'read', hidden: '' })
  expect(body.text).toMatch(/^We report measurements .* governs the response\.$/)
  expect(body.readText).toBe(body.text)
})

test('what is typed while the PDF is read is saved over what was read', async () => {
  const params = await submit('Bolts')
  const { text } = (await read(params)).body
  await t.drain()
  expect((await save(params, 'Of bolts.', text)).status).toBe(200)
  expect((await read(params)).body.text).toBe('Of bolts.')
})

test('what its author put right stays when the PDF is replaced; a stale window overwrites nothing', async () => {
  const params = await submit('Welds')
  await t.drain()
  const { text } = (await read(params)).body
  expect((await save(params, 'Of welds.', text)).status).toBe(200)
  expect((await save(params, 'Of something else.', text)).refusal).toMatchObject({
    error: 'stale',
    details: { text: 'Of welds.' },
  })
  t.clock.advance(1000)
  await t.upload(resubmitAbstract, { as: ada.token, params, file: await makePaper('Welds', 'Ada', 2) })
  expect((await read(params)).body.state).toBe('reading')
  await t.drain()
  expect((await read(params)).body).toMatchObject({ text: 'Of welds.', readText: text, state: 'read' })
  // So that nobody chooses their reviewers by typing, the PDF's own words count.
  expect((await read(params)).body.agreement).toBe('departs')
})

test('an abstract that nobody read and no job is about to is read again, at the start and each day', async () => {
  const [params, other] = [await submit('Floods'), await submit('Ice')]
  await t.drain()
  const { db } = t.database
  const rows = () => db.$count(submissionTexts)
  const all = await rows()
  await db.delete(submissionTexts).where(eq(submissionTexts.submissionId, params.abstractId))
  await db
    .update(submissionTexts)
    .set({ readAt: new Date(0) })
    .where(eq(submissionTexts.submissionId, other.abstractId))
  expect((await read(params)).body).toMatchObject({ text: '', state: 'unread' })
  expect(await t.transact(readUnread)).toBe(2)
  expect(await t.transact(readUnread)).toBe(0)
  expect((await read(params)).body.state).toBe('reading')
  await t.drain()
  expect((await read(params)).body.state).toBe('read')
  expect([await rows(), await t.transact(readUnread)]).toEqual([all, 0])
})

test('it is nobody else’s, and nothing is changed once the submission is decided', async () => {
  const params = await submit('Wind')
  await t.drain()
  const other = await makePerson(t, { role: 'author' })
  expect((await read(params, other)).status).toBe(404)
  const admin = await makePerson(t, { role: 'admin' })
  const body = { confirmText: 'DECLINE', reason: 'Out of scope.' }
  await t.call(declineAbstract, { as: admin.token, params, body })
  const { text, canChange } = (await read(params)).body
  expect(canChange).toBe(false)
  expect((await save(params, 'Later.', text)).refusal.error).toBe('wrong_state')
})
