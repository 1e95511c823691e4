import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '#shared/people/desk-contract.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { listReviewers } from '#shared/reviewing/desk-contract.ts'
import { previewReminders, remindReviewers } from '#shared/reviewing/reviewer-desk-contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { letBeDue, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const HOUR = 3600 * 1000
const TOO_SOON = 'They were reminded less than a day ago.'

let t: TestPortal
let admin: MadePerson
let author: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  author = await makePerson(t, { role: 'author' })
})
afterAll(() => t.close())

/** Papers that a new reviewer has, due in so many hours. */
async function reviewerWith(...dueInHours: number[]) {
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const papers: string[] = []
  for (const hours of dueInHours) {
    const { paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
    await letBeDue(t, reviewer, { paperId }, new Date(t.clock.now.getTime() + hours * HOUR))
    papers.push(paperId)
  }
  return { ...reviewer, papers }
}
async function ask(spec: typeof previewReminders | typeof remindReviewers, reviewerIds: string[]) {
  const as = await logIn(t, admin.email, admin.password)
  return (await t.call(spec, { as, body: { reviewerIds } })).body.rows
}
const problemsOf = async (spec: typeof previewReminders | typeof remindReviewers, reviewerIds: string[]) =>
  (await ask(spec, reviewerIds)).map(({ problem }) => problem)
const reminders = async ({ email }: MadePerson) =>
  (await t.mails())
    .filter(({ toAddress, kind }) => toAddress === email && kind === 'reviews_overdue')
    .map(({ subject, body }) => `${subject}\n${body}`)

test('one mail names what is overdue, and nothing that was reviewed or is not due yet', async () => {
  const late = await reviewerWith(-30, -20, -10, 10)
  const timely = await reviewerWith(10)
  const [one, two, three, four] = late.papers
  await t.call(approvePaper, {
    as: await logIn(t, late.email, late.password),
    params: { paperId: three ?? '' },
    body: { score: 80 },
  })
  const ids = [late.id, timely.id, author.id, late.id]
  const seen = await ask(previewReminders, ids)
  expect(seen.map(({ problem }) => problem)).toEqual([
    null,
    'Nothing of theirs is overdue.',
    'There is no such reviewer.',
    'They are named twice.',
  ])
  expect(seen[0]?.facts).toEqual(['2 overdue reviews', `${one}, ${two}`])
  expect(await reminders(late)).toEqual([])
  expect(await ask(remindReviewers, ids)).toEqual(seen)
  const [mail, ...others] = await reminders(late)
  expect(others).toEqual([])
  expect(mail).toContain('Overdue: please review 2 papers')
  expect(mail).toContain(`${one}, ${two}`)
  expect(mail).not.toContain(three)
  expect(mail).not.toContain(four)
  expect(await reminders(timely)).toEqual([])
})

test('nobody is reminded of a paper twice within a day; of another paper they are', async () => {
  const late = await reviewerWith(-2, 3)
  expect(await problemsOf(remindReviewers, [late.id])).toEqual([null])
  expect(await problemsOf(previewReminders, [late.id])).toEqual([TOO_SOON])
  expect(await problemsOf(remindReviewers, [late.id])).toEqual([TOO_SOON])
  t.clock.advance(4 * HOUR)
  expect((await ask(remindReviewers, [late.id]))[0]?.facts).toEqual(['1 overdue review', late.papers[1]])
  t.clock.advance(20 * HOUR)
  expect((await ask(remindReviewers, [late.id]))[0]?.facts).toEqual(['1 overdue review', late.papers[0]])
  expect(await reminders(late)).toHaveLength(3)
})

test('of two organisers at once, one reminds', async () => {
  const late = await reviewerWith(-2)
  const rows = await Promise.all([1, 2].map(() => problemsOf(remindReviewers, [late.id])))
  expect(rows.flat().filter((problem) => problem === null)).toHaveLength(1)
  expect(rows.flat()).toContain(TOO_SOON)
  expect(await reminders(late)).toHaveLength(1)
})

test('the list shows those with something overdue, with nothing to do, or with as much as they take', async () => {
  const late = await reviewerWith(-1, 5)
  const idle = await reviewerWith()
  const full = await reviewerWith(9)
  const as = await logIn(t, admin.email, admin.password)
  await t.call(changeUser, { as, params: { userId: full.id }, body: { reviewLimit: 1 } })
  const listed = async (status: string) =>
    (await t.call(listReviewers, { as, query: { status } })).body.items.map(({ id }) => id)
  const of = async (status: string) => {
    const ids = await listed(status)
    return [late.id, idle.id, full.id].map((id) => ids.includes(id))
  }
  expect(await of('overdue')).toEqual([true, false, false])
  expect(await of('idle')).toEqual([false, true, false])
  expect(await of('full')).toEqual([false, false, true])
  expect((await t.call(listReviewers, { as, query: { status: 'nonsense' } })).status).toBe(422)
})
