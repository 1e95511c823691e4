import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#server/db/schema.ts'
import { requestPaperChangeAsChair } from '#shared/reviewing/desk-contract.ts'
import {
  abstractOverview,
  type MeantAs,
  resubmitAbstract,
  submitPaper,
} from '#shared/submissions/contract.ts'
import { requestAbstractChange } from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** A file is taken as what its author meant it to be, whatever was decided while it was on its way. */

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
let reviewer: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer' })
})
afterAll(() => t.close())

const made = (stage: Stage) => submissionAt(t, stage, { author: ada, admin, reviewer })
const send = async (
  spec: typeof submitPaper | typeof resubmitAbstract,
  params: MadeSubmission,
  as: MeantAs,
) => {
  const answer = await t.upload(spec, {
    as: ada.token,
    params,
    query: as === undefined ? {} : { as },
    file: await makePdf(),
  })
  return answer.status === 200 ? 'taken' : answer.refusal.error
}
const statusOf = async (params: MadeSubmission) => {
  const { abstract } = (await t.call(abstractOverview, { as: ada.token, params })).body
  return [abstract.status, abstract.abilities.uploadAbstract || abstract.abilities.uploadPaper]
}
const asked = { confirmText: 'REQUEST_CHANGE', reason: 'Shorten it.' }

test('a paper sent in place of the newest is no answer to a decision that came meanwhile', async () => {
  const paper = await made('paper_submitted')
  const changed = await t.call(requestPaperChangeAsChair, { as: admin.token, params: paper, body: asked })
  expect(changed.status).toBe(200)
  const before = [await statusOf(paper), (await t.database.db.select().from(files)).length]
  expect(await send(submitPaper, paper, 'edit')).toBe('stale')
  expect([await statusOf(paper), (await t.database.db.select().from(files)).length]).toEqual(before)
  expect(await send(submitPaper, paper, 'next')).toBe('taken')
  expect(await send(submitPaper, paper, 'next')).toBe('stale')
  expect(await send(submitPaper, paper, 'edit')).toBe('taken')
})

test('nor is an abstract; a first paper is no edit, and who does not say is believed', async () => {
  const abstract = await made('abstract_submitted')
  const changed = await t.call(requestAbstractChange, { as: admin.token, params: abstract, body: asked })
  expect(changed.status).toBe(200)
  expect(await send(resubmitAbstract, abstract, 'edit')).toBe('stale')
  expect(await send(resubmitAbstract, abstract, 'next')).toBe('taken')
  expect(await send(resubmitAbstract, abstract, 'next')).toBe('stale')
  expect(await send(resubmitAbstract, abstract, undefined)).toBe('taken')
  const paper = await made('awaiting_paper')
  expect(await send(submitPaper, paper, 'edit')).toBe('stale')
  expect(await send(submitPaper, paper, 'next')).toBe('taken')
})

test('where no file is taken at all the state says why, whatever was meant', async () => {
  const paid = await made('awaiting_payment')
  expect([await send(submitPaper, paid, 'edit'), await send(submitPaper, paid, 'next')]).toEqual([
    'wrong_state',
    'wrong_state',
  ])
})
