import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEmail } from '#shared/people/account-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { approvePaper, previewPaper } from '#shared/reviewing/contract.ts'
import { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const ORCID = '0000-0002-1825-0097'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

/** A paper under review, written with Lena, who has no account. */
async function assigned() {
  const author = await makePerson(t, { role: 'author' })
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const params = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  const lena = { name: 'Lena Fischer', email: `lena@${author.id}.example`, organization: 'L', orcid: ORCID }
  const body = { title: 'Bridges', topics: [], coAuthors: [lena], revision: 0 }
  expect((await t.call(saveDetails, { as: author.token, params, body })).status).toBe(200)
  return { author, reviewer, params, lena }
}
/** What a reviewer is told, and what the desk reads. */
async function told(reviewer: MadePerson, params: { paperId: string }) {
  const { conflict, canDecide } = (await t.call(previewPaper, { as: reviewer.token, params })).body
  const { paper } = (await t.call(paperDeskOverview, { as: admin.token, params })).body
  return { conflict, canDecide, desk: paper.lateConflicts.map(({ reason }) => reason) }
}
const unaware = { conflict: false, canDecide: true }
const asksFor = (who: MadePerson, email: string) =>
  t.call(changeEmail, { as: who.token, body: { email, password: who.password } })

test('a reviewer who says that they have an author’s ORCID iD or address does not learn that they met one; the desk does', async () => {
  const { reviewer, params, lena } = await assigned()
  const profile = { firstName: 'R', lastName: 'R', organization: 'Of R' }
  expect(await told(reviewer, params)).toEqual({ ...unaware, desk: [] })
  await t.call(saveProfile, { as: reviewer.token, body: { ...profile, orcid: ORCID } })
  expect(await told(reviewer, params)).toEqual({
    ...unaware,
    desk: [`The reviewer is a co-author: both have the ORCID iD ${ORCID}.`],
  })
  await t.call(saveProfile, { as: reviewer.token, body: { ...profile, orcid: '' } })
  await asksFor(reviewer, lena.email.replace('@', '+x@'))
  expect(await told(reviewer, params)).toEqual({
    ...unaware,
    desk: [`The reviewer is a co-author: both have the address ${lena.email}.`],
  })
})

test('a review that comes all the same settles nothing', async () => {
  const { author, reviewer, params } = await assigned()
  await asksFor(reviewer, author.email.replace('@', '+x@'))
  expect(await told(reviewer, params)).toMatchObject(unaware)
  expect((await t.call(approvePaper, { as: reviewer.token, params, body: { score: 90 } })).status).toBe(200)
  const { paper } = (await t.call(paperDeskOverview, { as: admin.token, params })).body
  expect([paper.status, paper.decisionNeeded]).toEqual(['paper_submitted', true])
})

test('an author who asks for a reviewer’s address keeps nobody away; the desk reads who asked', async () => {
  const { author, reviewer, params } = await assigned()
  const theirs = reviewer.email.replace('@', '+x@')
  await asksFor(author, theirs)
  expect(await told(reviewer, params)).toEqual({
    ...unaware,
    desk: [`Author asked for the reviewer’s address ${theirs} and never confirmed it.`],
  })
  expect((await t.call(approvePaper, { as: reviewer.token, params, body: { score: 90 } })).status).toBe(200)
})
