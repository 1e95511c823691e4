import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { submissions } from '#server/db/schema.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import { unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { addPublications } from '#shared/reviewing/publications-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal } from '#tests/test-portal.ts'

/** So many other words that no word is a large share of its text, which would be held down. */
const long = (words: string, place: string) =>
  `${words} ${Array.from({ length: 40 }, (_, n) => `${place}${String.fromCodePoint(97 + (n % 26))}${n > 25 ? 'x' : 'y'}`).join(' of ')}`
const PAPERS = [
  long('Scour at river piers in floods', 'north'),
  long('Lasers near river banks', 'south'),
  long('Glass beside river weirs', 'east'),
]
const OWN = ['Scour at piers', ...Array.from('abcdefghi', (sign) => `River ${sign}${sign}`)].map((words, n) =>
  long(words, `own${String.fromCodePoint(97 + n)}`),
)

test('a pair scores the same whatever other papers lack reviewers, so that two proposals can be compared', async () => {
  const t = await openTestPortal()
  onTestFinished(() => t.close())
  const admin = await makePerson(t, { role: 'admin' })
  const first = await makePerson(t, { role: 'reviewer' })
  const knows = await makePerson(t, { role: 'reviewer' })
  const list = OWN.map((title, n) => `@article{a${n}, title={${title}}}`).join('\n')
  await t.call(addPublications, { as: knows.token, body: { list } })
  const paperIds: string[] = []
  for (const title of PAPERS) {
    const author = await makePerson(t, { role: 'author' })
    const { paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer: first, admin })
    await t.database.db.update(submissions).set({ title }).where(eq(submissions.paperId, paperId))
    paperIds.push(paperId)
  }
  const [paperId = ''] = paperIds
  await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: first.id } })
  const proposed = async (reviewsPerPaper: number) => {
    const { body } = await t.call(proposeAssignments, { as: admin.token, body: { reviewsPerPaper } })
    const of = body.pairs.find((pair) => pair.paperId === paperId && pair.reviewerId === knows.id)
    return { papers: body.figures.papers, score: of?.score }
  }
  const [alone, all] = [await proposed(1), await proposed(2)]
  expect([alone.papers, all.papers]).toEqual([1, 3])
  expect(alone.score).toBeGreaterThan(0)
  expect(all.score).toBe(alone.score)
})
