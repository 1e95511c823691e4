import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { containingId } from '#server/db/search.ts'
import { fold } from '#shared/core/fold.ts'
import { listUsers } from '#shared/people/desk-contract.ts'
import { listPapers, listReviewers } from '#shared/reviewing/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** Names are found however they are typed, by one rule here and in the database. */

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('the database folds Latin letters as we do', async () => {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
  const letters = [
    ...range(0x20, 0x7e),
    ...range(0xa0, 0x17f),
    ...range(0x1cd, 0x233),
    ...range(0x1e00, 0x1eff),
  ]
  const rows = await rowsOf<{ given: string; folded: string }>(
    t.database.db,
    sql`select given, folded(given) as folded from unnest(string_to_array(${letters.join('|')}, '|')) as given`,
  )
  expect(rows.map(({ given, folded }) => [given, folded])).toEqual(
    letters
      .join('|')
      .split('|')
      .map((given) => [given, fold(given)]),
  )
})

test('people, papers and titles are found without their accents, papers by their id with a space', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const author = await makePerson(t, { role: 'author', name: 'Nazım Yılmaz' })
  const reviewer = await makePerson(t, { role: 'reviewer', name: 'Søren Novák' })
  const { abstractId, paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  const coAuthors = [{ name: 'Łucja Weiß', email: '', organization: '', orcid: '' }]
  const body = { title: 'Brücken über die Æsir', topics: [], coAuthors, revision: 0 }
  expect((await t.call(saveDetails, { as: author.token, params: { abstractId }, body })).status).toBe(200)
  const as = admin.token
  const papersBy = async (q: string) =>
    (await t.call(listPapers, { as, query: { q } })).body.items.map((one) => one.paperId)
  const [, year, serial] = paperId.split(/^.|-/)
  const asked = ['nazim yilmaz', 'YILMAZ', 'Yılmaz', 'lucja weiss', 'Łucja', 'brucken', 'AESIR', 'Brücken']
  const ids = [`P${year} ${serial}`, paperId.replaceAll('-', ''), paperId.toLowerCase(), `a${year} ${serial}`]
  for (const q of [...asked, ...ids]) expect([q, await papersBy(q)]).toEqual([q, [paperId]])
  for (const q of ['100%', '％', 'P99 0001']) expect([q, await papersBy(q)]).toEqual([q, []])
  for (const q of ['novak', 'soren', 'SØREN', 'Novák']) {
    const reviewers = (await t.call(listReviewers, { as, query: { q } })).body.items.map(({ id }) => id)
    const people = (await t.call(listUsers, { as, query: { q } })).body.items.map(({ id }) => id)
    expect([q, reviewers, people]).toEqual([q, [reviewer.id], [reviewer.id]])
  }
})

test('an id is looked for as it is written, whatever stands between its parts', () => {
  expect(['P26 0007', 'a26.0007', 'p260007k', 'P26-0007-K', 'p26', 'bridges'].map(containingId)).toEqual([
    '%P26-0007%',
    '%a26-0007%',
    '%p26-0007-k%',
    '%P26-0007-K%',
    '%p26%',
    '%bridges%',
  ])
})
