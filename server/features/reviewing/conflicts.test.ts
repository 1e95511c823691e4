import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyAssignments, previewAssignments } from '#shared/assigning/contract.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import { changeUser, inviteReviewers } from '#shared/people/desk-contract.ts'
import { importPeople, previewPeople } from '#shared/people/import-contract.ts'
import { listAssigned, previewPaper, withdrawFromPaper } from '#shared/reviewing/contract.ts'
import {
  assignReviewer,
  listReviewers,
  paperDeskOverview,
  unassignReviewer,
} from '#shared/reviewing/desk-contract.ts'
import { checkInvitees, readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { paperOverview } from '#shared/submissions/contract.ts'
import { type CoAuthor, saveDetails } from '#shared/submissions/details.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const ORCID = '0000-0002-1825-0097'

let t: TestPortal
let admin: MadePerson
let ada: MadePerson
/** Ada's, with Bob as a co-author; nobody is assigned. */
let paper: MadeSubmission
/** An abstract of hers. */
let abstract: MadeSubmission

const bob: CoAuthor = {
  name: 'Bob Brown',
  email: 'bob@lab.east.example',
  organization: 'Eastern Institute',
  orcid: ORCID,
}
const describeIt = (who: MadePerson, { abstractId }: MadeSubmission, coAuthors: CoAuthor[]) =>
  t.call(saveDetails, {
    as: who.token,
    params: { abstractId },
    body: { title: 'Bridges', topics: [], coAuthors, revision: 0 },
  })
/** A paper under review that nobody reviews. */
async function freePaper(author: MadePerson): Promise<MadeSubmission> {
  const first = await makePerson(t, { role: 'reviewer' })
  const made = await submissionAt(t, 'paper_submitted', { author, reviewer: first, admin })
  const params = { paperId: made.paperId, reviewerId: first.id }
  await t.call(unassignReviewer, { as: admin.token, params })
  return made
}

beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  ada = await makePerson(t, {
    role: 'author',
    name: 'Ada Adams',
    email: 'ada@north.example',
    organization: 'University of the North',
  })
  paper = await freePaper(ada)
  await describeIt(ada, paper, [bob])
  abstract = await submissionAt(t, 'abstract_submitted', { author: ada, reviewer: ada, admin })
})
afterAll(() => t.close())

type Said = { reason: string; weight: string } | null
const forbids = (reason: string): Said => ({ reason, weight: 'forbids' })
const takesReason = (reason: string): Said => ({ reason, weight: 'takes_reason' })
const warns = (reason: string): Said => ({ reason, weight: 'warns' })

async function withOrcid(who: MadePerson, orcid: string) {
  const body = { firstName: 'R', lastName: 'Z', organization: `Of ${who.id}`, orcid }
  await t.call(account.saveProfile, { as: who.token, body })
  return who
}

/** Each case: who reviews, what every place must say, and of which paper where it is not the common one. */
const cases: Record<string, () => Promise<[MadePerson, Said, MadeSubmission?]>> = {
  'a stranger': async () => [await makePerson(t, { role: 'reviewer', email: 'x@gmail.com' }), null],
  'a co-author by their account’s address': async () => [
    await makePerson(t, { role: 'reviewer', email: 'BOB@lab.east.example' }),
    forbids('The reviewer is a co-author.'),
  ],
  'a co-author by a second address that they have not confirmed': async () => {
    const who = await makePerson(t, { role: 'both' })
    const other = await freePaper(ada)
    await describeIt(ada, other, [{ ...bob, email: 'second@else.example', orcid: '' }])
    await t.call(changeEmail, {
      as: who.token,
      body: { email: 'second@else.example', password: who.password },
    })
    return [
      who,
      takesReason(
        `The reviewer asked for the address second@else.example of co-author ${bob.name}, or had it before.`,
      ),
      other,
    ]
  },
  'a co-author by ORCID iD': async () => {
    const who = await withOrcid(await makePerson(t, { role: 'reviewer' }), ORCID)
    return [who, takesReason(`Reviewer and co-author Bob Brown have the same ORCID iD, ${ORCID}.`)]
  },
  'the author under another account': async () => {
    await withOrcid(ada, '0000-0001-5109-3700')
    const who = await withOrcid(await makePerson(t, { role: 'reviewer' }), '0000-0001-5109-3700')
    return [who, takesReason('Reviewer and author have the same ORCID iD, 0000-0001-5109-3700.')]
  },
  'somebody who wrote another submission with the author': async () => {
    const who = await makePerson(t, { role: 'reviewer' })
    const other = await submissionAt(t, 'abstract_submitted', { author: ada, reviewer: who, admin })
    await describeIt(ada, other, [{ name: 'R', email: who.email, organization: '', orcid: '' }])
    return [who, takesReason(`Reviewer and author wrote ${other.abstractId} together.`)]
  },
  'the organisation of a co-author': async () => [
    await makePerson(t, { role: 'reviewer', organization: 'eastern institute.' }),
    takesReason('Reviewer and co-author Bob Brown are both of eastern institute.'),
  ],
  'the mail domain of the author’s organisation': async () => [
    await makePerson(t, { role: 'reviewer', email: 'z@maths.north.example' }),
    takesReason('Reviewer and author share the mail domain north.example.'),
  ],
  'the mail domain of a co-author’s organisation': async () => [
    await makePerson(t, { role: 'reviewer', email: 'z@west.east.example' }),
    takesReason('Reviewer and co-author Bob Brown share the mail domain east.example.'),
  ],
  'a declared conflict': async () => {
    const who = await makePerson(t, { role: 'reviewer' })
    await t.call(assignReviewer, {
      as: admin.token,
      params: { paperId: paper.paperId },
      body: { reviewerId: who.id },
    })
    const body = { reason: 'My old student.', conflict: true }
    await t.call(withdrawFromPaper, { as: who.token, params: { paperId: paper.paperId }, body })
    return [who, forbids('The reviewer declared a conflict: My old student.')]
  },
  'the same name and nothing else': async () => [
    await makePerson(t, { role: 'reviewer', name: 'Brown, BOB' }),
    warns(
      'Reviewer and co-author have the same name, Bob Brown; nothing else says that they are one person.',
    ),
  ],
}

test.each(Object.entries(cases))('%s: said alike by hand, in a list, on both pages', async (_, make) => {
  const [who, said, { paperId } = paper] = await make()
  const as = admin.token
  const pairs = [{ paperId, reviewerId: who.id }]
  const listed = await t.call(listReviewers, { as, query: { paperId, q: who.email } })
  expect(listed.body.items.map(({ conflict }) => conflict)).toEqual([said])
  const own = (await t.call(readReviewer, { as, params: { reviewerId: who.id } })).body.conflicts
  const here = own.filter((one) => one.paperId === paperId)
  const declared = said?.reason.startsWith('The reviewer declared')
  const reason = declared ? 'My old student.' : said?.reason
  expect(here.map((one) => [one.reason, one.weight, one.declaredAt !== null])).toEqual(
    said === null ? [] : [[reason, said.weight, declared]],
  )
  const bars = said !== null && said.weight !== 'warns'
  const warning = said?.weight === 'warns' ? said.reason : null
  const problem = bars
    ? {
        code: 'conflict_of_interest',
        message: said.reason,
        overridable: said.weight === 'takes_reason',
      }
    : null
  // Others are on the paper from the cases before: how many is another matter.
  const body = { pairs, reviewsPerPaper: 10 }
  const [row] = (await t.call(previewAssignments, { as, body })).body.rows
  expect([row?.problem, row?.warning]).toEqual([problem, warning])
  const assign = (overrideReason?: string) =>
    t.call(assignReviewer, { as, params: { paperId }, body: { reviewerId: who.id, overrideReason } })
  const byHand = await assign()
  if (bars) expect([byHand.status, byHand.refusal.message]).toEqual([409, said.reason])
  else expect([byHand.status, byHand.body.assignment.conflict]).toEqual([200, said])
  if (bars) {
    const [applied] = (await t.call(applyAssignments, { as, body: { pairs, source: 'list' } })).body.rows
    expect(applied?.problem).toEqual(problem)
    expect((await assign('Nobody else can.')).status).toBe(said.weight === 'takes_reason' ? 200 : 409)
  }
  if (said?.weight !== 'forbids') {
    const desk = (await t.call(paperDeskOverview, { as, params: { paperId } })).body.assignments
    expect(desk.find(({ reviewer }) => reviewer.id === who.id)?.conflict).toEqual(said)
  }
})

test('what comes to light after the assignment is shown at the desk; the reviewer reads no more than that it is not theirs to decide', async () => {
  const rita = await makePerson(t, { role: 'reviewer' })
  const otto = await makePerson(t, { role: 'author' })
  const made = await freePaper(otto)
  const { paperId } = made
  await t.call(assignReviewer, { as: admin.token, params: { paperId }, body: { reviewerId: rita.id } })
  await describeIt(otto, made, [{ name: 'Zzyzx', email: rita.email, organization: '', orcid: '' }])
  const desk = (await t.call(paperDeskOverview, { as: admin.token, params: { paperId } })).body
  expect(desk.assignments.find(({ ended }) => ended === null)?.conflict).toEqual(
    forbids('The reviewer is a co-author.'),
  )
  const { canDecide, conflict, ...read } = (
    await t.call(previewPaper, { as: rita.token, params: { paperId } })
  ).body
  expect([canDecide, conflict]).toEqual([false, true])
  const told = JSON.stringify([
    (await t.call(paperOverview, { as: otto.token, params: made })).body,
    (await t.call(listAssigned, { as: rita.token })).body,
    read,
  ])
  expect(told).not.toMatch(/conflict|co-author\./i)
})

test('before people are invited, the desk is told who would be left out and what each could not review', async () => {
  const taken = await makePerson(t, { role: 'reviewer' })
  const check = async (invitations: { email: string; name?: string }[]) =>
    (await t.call(checkInvitees, { as: admin.token, body: { invitations } })).body.items
  const [stranger, colleague, twice, known, namesake] = await check([
    { email: 'stranger@gmail.com' },
    { email: 'colleague@north.example' },
    { email: 'Colleague@north.example' },
    { email: taken.email },
    { email: 'other@gmail.com', name: 'Ada Adams' },
  ])
  expect(stranger).toEqual({
    email: 'stranger@gmail.com',
    problem: null,
    count: 0,
    conflicts: [],
    more: 0,
  })
  expect(colleague?.conflicts.map(({ abstractId }) => abstractId)).toEqual(
    expect.arrayContaining([paper.abstractId, abstract.abstractId]),
  )
  expect(colleague?.conflicts.find((one) => one.abstractId === abstract.abstractId)).toEqual({
    ...abstract,
    paperId: null,
    title: '',
    reason: 'Reviewer and author share the mail domain north.example.',
    weight: 'takes_reason',
  })
  expect(colleague?.count).toBe(colleague?.conflicts.length)
  expect([twice?.problem, known?.problem]).toEqual([
    'This address stands twice in the list; it is invited once.',
    'This person has an account that needs no invitation.',
  ])
  expect([namesake?.count, new Set(namesake?.conflicts.map(({ weight }) => weight))]).toEqual([
    0,
    new Set(['warns']),
  ])
  expect((await t.mails()).map(({ kind }) => kind)).not.toContain('invitation')
})

test('an author who is invited has a conflict with their own papers; when they register, organisers are told once', async () => {
  const otto = await makePerson(t, { role: 'author' })
  const first = await freePaper(otto)
  const body = { email: otto.email }
  const [checked] = (await t.call(checkInvitees, { as: admin.token, body: { invitations: [body] } })).body
    .items
  expect(checked?.conflicts.map(({ paperId, reason }) => [paperId, reason])).toEqual([
    [first.paperId, 'This is the reviewer’s own paper.'],
  ])
  await t.call(inviteReviewers, { as: admin.token, body })
  const pin = /PIN: (\S+)/.exec((await t.mails()).at(-1)?.text ?? '')?.[1] ?? ''
  const second = await freePaper(otto)
  await t.drain()
  const register = { name: 'Otto', email: otto.email, password: otto.password, pin }
  expect((await t.call(account.registerReviewer, { body: register })).status).toBe(200)
  await t.drain()
  await t.drain()
  const noticesOf = async (token: string) =>
    (await t.call(listNotices, { as: token })).body.items.filter(({ title }) => /conflict/.test(title))
  expect((await noticesOf(admin.token)).map(({ body: text }) => text)).toEqual([
    `Somebody became a reviewer. They have a conflict of interest with 2 submissions: ${first.paperId}, ${second.paperId}.`,
  ])
  expect(await noticesOf(await logIn(t, otto.email, otto.password))).toEqual([])
})

test('organisers are told as well of the conflicts of whom they make a reviewer, one by one or by a list', async () => {
  const told: string[] = []
  for (const byList of [false, true]) {
    const as = await logIn(t, admin.email, admin.password)
    const author = await makePerson(t, { role: 'author' })
    const { paperId } = await freePaper(author)
    if (byList) {
      const file = Buffer.from(`E-mail,Name,Role\n${author.email},Author,both\n`).toString('base64')
      const { rows } = (await t.call(previewPeople, { as, body: { file } })).body
      const people = rows.flatMap(({ person }) => person ?? [])
      expect((await t.call(importPeople, { as, body: { people } })).status).toBe(200)
    } else {
      await t.call(changeUser, { as, params: { userId: author.id }, body: { role: 'both' } })
    }
    t.clock.advance(3600_000)
    await t.drain()
    told.push(paperId)
  }
  const mails = (await t.mails()).filter(({ kind }) => kind === 'new_reviewer_conflicts')
  for (const paperId of told)
    expect(
      mails.some(({ text }) => text.includes(paperId)),
      paperId,
    ).toBe(true)
})
