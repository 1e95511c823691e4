import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations } from '#server/db/schema.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import { register, saveProfile } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { approvePaper, previewPaper } from '#shared/reviewing/contract.ts'
import { assignReviewer, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { abstractOverview } from '#shared/submissions/contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { changeAddress } from '#tests/change-address.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** What somebody says of who they are, and who else they may be (docs/conflicts.md). */

const ORCID = '0000-0002-1825-0097'
const ORCID_OF_OTHER = '0000-0001-5109-3700'

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

const profile = { firstName: 'R', lastName: 'R' }
const saysOrcid = (who: MadePerson, orcid: string) =>
  t.call(saveProfile, { as: who.token, body: { ...profile, organization: `Of ${who.id}`, orcid } })
const assign = async (params: { paperId: string }, { id }: MadePerson, overrideReason?: string) => {
  const body = { reviewerId: id, overrideReason }
  return (await t.call(assignReviewer, { as: admin.token, params, body })).status
}

test('a reviewer who says that they have an author’s ORCID iD or address does not learn that they met one; the desk does', async () => {
  const { reviewer, params, lena } = await assigned()
  expect(await told(reviewer, params)).toEqual({ ...unaware, desk: [] })
  await saysOrcid(reviewer, ORCID)
  expect(await told(reviewer, params)).toEqual({
    ...unaware,
    desk: [`Reviewer and co-author Lena Fischer have the same ORCID iD, ${ORCID}.`],
  })
  await saysOrcid(reviewer, '')
  await asksFor(reviewer, lena.email.replace('@', '+x@'))
  expect(await told(reviewer, params)).toEqual({
    ...unaware,
    desk: [`The reviewer asked for the address ${lena.email} of co-author Lena Fischer, or had it before.`],
  })
})

test('whether what a reviewer says of themselves met somebody shows in nothing after their review either; organisers are told', async () => {
  const met = await assigned()
  const missed = await assigned()
  await saysOrcid(met.reviewer, ORCID)
  await asksFor(met.reviewer, met.author.email.replace('@', '+x@'))
  const seen = async ({ author, reviewer, params }: Awaited<ReturnType<typeof assigned>>) => {
    expect((await t.call(approvePaper, { as: reviewer.token, params, body: { score: 90 } })).status).toBe(200)
    const { paper, canDecide, conflict } = (await t.call(previewPaper, { as: reviewer.token, params })).body
    const own = (await t.call(abstractOverview, { as: author.token, params })).body.abstract
    return { reviewer: [paper.status, canDecide, conflict], author: [own.status, own.paperStatus] }
  }
  const notices = async () =>
    (await t.call(listNotices, { as: admin.token })).body.items
      .map(({ title }) => title)
      .filter((title) => title.includes('conflict'))
  expect(await seen(missed)).toEqual({
    reviewer: ['complete', false, false],
    author: ['awaiting_payment', 'awaiting_payment'],
  })
  expect(await notices()).toEqual([])
  expect(await seen(met)).toEqual({
    reviewer: ['complete', false, false],
    author: ['awaiting_payment', 'awaiting_payment'],
  })
  expect(await notices()).toEqual([`Paper ${met.params.paperId}: a review in a conflict of interest`])
})

test('an author who says that they have a reviewer’s address or ORCID iD keeps nobody away whom an organiser wants; the desk reads it', async () => {
  const { author, reviewer, params } = await assigned()
  const theirs = reviewer.email.replace('@', '+x@')
  await asksFor(author, theirs)
  expect(await told(reviewer, params)).toEqual({
    ...unaware,
    desk: [`Author asked for the reviewer’s address ${theirs}, or had it before.`],
  })
  const other = await makePerson(t, { role: 'reviewer' })
  await saysOrcid(other, ORCID_OF_OTHER)
  await saysOrcid(author, ORCID_OF_OTHER)
  expect([await assign(params, other), await assign(params, other, 'They are two.')]).toEqual([409, 200])
})

test('an address that somebody has shown to be theirs counts after they gave it up, whoever else registers it', async () => {
  const { params, lena } = await assigned()
  const self = await makePerson(t, { role: 'reviewer', email: lena.email })
  expect(await assign(params, self, 'Why not.')).toBe(409)
  await changeAddress(t, self, `moved@${self.id}.example`)
  expect(await assign(params, self, 'Why not.'), 'a co-author who has another mailbox now').toBe(409)
  const stranger = { name: 'S', email: lena.email, password: 'twelve grey elephants' }
  expect((await t.call(register, { body: stranger })).status).toBe(200)
  expect(await assign(params, self, 'Why not.'), 'never confirmed').toBe(409)
})

test('of those who had an address one after the other the last one has shown it', async () => {
  const office = 'office@dept.example'
  const author = await makePerson(t, { role: 'author', email: office })
  const params = await submissionAt(t, 'paper_submitted', {
    author,
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin,
  })
  await changeAddress(t, author, `moved@${author.id}.example`)
  const next = await makePerson(t, { role: 'reviewer', email: office })
  await changeAddress(t, next, `moved@${next.id}.example`)
  expect([await assign(params, next), await assign(params, next, 'The office’s mailbox.')]).toEqual([
    409, 200,
  ])
})

test('the address that somebody was invited by, and gave up, is not theirs once somebody else has it', async () => {
  const email = 'chair@society.example'
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const body = { email, topics: [] }
  expect((await t.call(inviteReviewers, { as: admin.token, body })).status).toBe(200)
  const accepted = { acceptedBy: reviewer.id, acceptedAt: t.clock.now }
  await t.database.db.update(invitations).set(accepted).where(eq(invitations.email, email))
  const author = await makePerson(t, { role: 'author', email })
  const params = await submissionAt(t, 'paper_submitted', {
    author,
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin,
  })
  expect([await assign(params, reviewer), await assign(params, reviewer, 'They are two.')]).toEqual([
    409, 200,
  ])
})

test('an address that an author gave up and somebody else has now takes a reason', async () => {
  const { author, params } = await assigned()
  const before = author.email
  await changeAddress(t, author, `moved@${author.id}.example`)
  const next = await makePerson(t, { role: 'reviewer', email: before })
  expect([await assign(params, next), await assign(params, next, 'The office’s mailbox.')]).toEqual([
    409, 200,
  ])
})
