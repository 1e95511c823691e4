import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePaper } from '#demo/make-paper.ts'
import { files } from '#server/db/schema.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import {
  addPublicationPdf,
  addPublications,
  changePublication,
  listPublications,
  PUBLICATIONS_MAX,
  readReviewerTexts,
  removePublication,
} from '#shared/reviewing/publications-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { readPublicationJob } from './read-publication-kind.ts'
import { readUnreadPublications } from './read-unread-publications.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const reviewer = () => makePerson(t, { role: 'reviewer' })
const listOf = async ({ token }: MadePerson) => (await t.call(listPublications, { as: token })).body.items
const addTo = ({ token }: MadePerson, list: string) => t.call(addPublications, { as: token, body: { list } })

test('BibTeX is read: titles and abstracts without markup, each title once, what has none is named', async () => {
  const rita = await reviewer()
  const list = `@article{a, title = {Cracks in {W}elds of \\"Uber-bridges}, abstract = {We measure 50\\% more.}, year = 2020}
@inproceedings{b, title = "Wind at sea"}
@misc{c, author = {Nobody}}`
  const { body } = await addTo(rita, list)
  expect(body).toMatchObject({ message: '2 publications added.', added: 2, known: 0 })
  expect([body.unread, body.rest]).toEqual([[{ line: 3, name: 'c' }], '@misc{c, author = {Nobody}}'])
  const items = await listOf(rita)
  const told = items.map(({ title, abstract }) => `${title}: ${abstract}`).sort()
  expect(told).toEqual(['Cracks in Welds of Über-bridges: We measure 50% more.', 'Wind at sea: '])
  expect((await addTo(rita, list)).body).toMatchObject({ added: 0, known: 2 })
})

test('a long list is read in a thread: refused or added as a short one, nobody else waits', async () => {
  const rita = await reviewer()
  const entries = Array.from({ length: 150 }, (_, nth) => `@misc{k${nth}, title = {Bridge number ${nth}}}`)
  expect((await addTo(rita, entries.join('\n'))).body.added).toBe(150)
  const { refusal } = await addTo(rita, `<html>${' '.repeat(5000)}</html>`)
  expect([refusal.error, refusal.message.slice(0, 21)]).toEqual(['invalid', 'This is a web page or'])

  // Made against the parser: seconds of work.
  let answered = 0
  const long = addTo(rita, `@article{a, title={${'<a '.repeat(5000)}}}`)
  while (answered < 3) answered += (await listOf(rita)).length === 150 ? 1 : 0
  const first = await Promise.race([long.then(() => 'list'), listOf(rita).then(() => 'others')])
  expect([first, (await long).status]).toEqual(['others', 422])
})

test('a table is read by its heading, with commas or semicolons', async () => {
  const rita = await reviewer()
  expect((await addTo(rita, 'Year;Abstract;Title\n2020;"Of cracks; and welds.";Cracks\n')).body.added).toBe(1)
  expect((await addTo(rita, 'Wind at sea\nHeat pumps in winter\n')).body.added).toBe(2)
  expect((await listOf(rita)).find(({ title }) => title === 'Cracks')?.abstract).toBe('Of cracks; and welds.')
  expect((await addTo(rita, '12;13\n')).refusal.error).toBe('invalid')
})

const byTitle = ([a = '']: string[], [b = '']: string[]) => (a < b ? -1 : 1)
const listed = async (list: string) => {
  const rita = await reviewer()
  await addTo(rita, list)
  return (await listOf(rita)).map(({ title, abstract }) => [title, abstract]).sort(byTitle)
}

test.each([
  ['a tab within a cell of CSV', 'Title,Abstract\n"Cracks","Of\tcracks"\n', [['Cracks', 'Of cracks']]],
  [
    'the lines that ADS puts before its BibTeX',
    'Query Results from the Astronomy Database\n\nRetrieved 1 abstracts.\n\n@ARTICLE{2020A,\n  title = "{Dust in discs}",\n abstract = "{We see dust.}"\n}',
    [['Dust in discs', 'We see dust.']],
  ],
  [
    'the Web of Science',
    'Publication Type\tAuthors\tArticle Title\tAbstract\nJ\tNovak, R\tWelds, cracks\tOf welds.\n',
    [['Welds, cracks', 'Of welds.']],
  ],
  [
    'titles with commas, one a line',
    'Cracks, welds, and fatigue: a review\nWind; at sea\n10,000 cycles\n',
    [
      ['10,000 cycles', ''],
      ['Cracks, welds, and fatigue: a review', ''],
      ['Wind; at sea', ''],
    ],
  ],
  [
    'titles in a list with numbers and bullets',
    '1. Welds, cracks\n[2] Dust in discs\n- Heat pumps\n• Wind at sea\n3D printing\n2001: a year\nHeat pumps\n',
    [
      ['2001: a year', ''],
      ['3D printing', ''],
      ['Dust in discs', ''],
      ['Heat pumps', ''],
      ['Welds, cracks', ''],
      ['Wind at sea', ''],
    ],
  ],
  ['a title in quotation marks', '“Dust”: a “word”, said twice', [['“Dust”: a “word”, said twice', '']]],
  [
    'markup and signs in BibTeX',
    String.raw`@article{a, title={A <b>bold</b> \textbf{view} of <i>E. coli</i> for 5 < 6 and CO<sub>2</sub>}, abstract={<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math> &lt;b&gt;is&lt;/b&gt; $a<b$ &amp; c>d}}`,
    [['A bold view of E. coli for 5 < 6 and CO2', 'x is a<b & c>d']],
  ],
])('%s: read as it is meant', async (_, list, expected) => {
  expect(await listed(list)).toEqual(expected)
})

test.each([
  ['a web page or XML', '<!DOCTYPE html>\n<html><body><h1>My papers</h1></body></html>'],
  ['a web page or XML', 'My papers\n<ul><li>Wind at sea</li></ul>'],
  ['JSON', '[\n  {"title": "Wind at sea"}\n]'],
  ['JSON', '{"title": "Wind at sea"}'],
  ['an export for a reference manager', 'TY  - JOUR\nTI  - Wind at sea\nER  - '],
])('%s is refused with its name, and gives no publication', async (what, list) => {
  const rita = await reviewer()
  expect((await addTo(rita, list)).refusal.message).toBe(
    `This is ${what}: give BibTeX, a table with a column “title”, or titles, one a line.`,
  )
  expect(await listOf(rita)).toEqual([])
})

test('the same titles with abstracts complete what is there, and nothing that has one', async () => {
  const rita = await reviewer()
  await addTo(rita, 'Title,Abstract\nWind at sea,\nHeat pumps,Warm.')
  const again = await addTo(
    rita,
    'Title,Abstract\nWind at Sea.,It blows.\nHeat pumps,Cold.\nDust,\nDust,Grey.',
  )
  expect(again.body).toEqual({
    message: '1 publication added. 1 publication completed.',
    added: 1,
    completed: 1,
    known: 2,
    unread: [],
    rest: '',
  })
  expect((await listOf(rita)).map(({ title, abstract }) => [title, abstract]).sort(byTitle)).toEqual([
    ['Dust', 'Grey.'],
    ['Heat pumps', 'Warm.'],
    ['Wind at sea', 'It blows.'],
  ])
})

test('organisers read the texts that a reviewer’s scores come from, as they count; nobody else does', async () => {
  const [rita, other, admin] = [await reviewer(), await reviewer(), await makePerson(t, { role: 'admin' })]
  await addTo(rita, 'Title,Abstract\nWind at sea,It blows.\nDust,')
  await addTo(other, 'Canary of another')
  const params = { reviewerId: rita.id }
  const read = await t.call(readReviewerTexts, { as: admin.token, params })
  expect(read.body.items.map(({ id: _, ...rest }) => rest)).toEqual([
    { title: 'Dust', abstract: '', source: 'csv', hidden: '', wordList: false },
    { title: 'Wind at sea', abstract: 'It blows.', source: 'csv', hidden: '', wordList: false },
  ])
  expect((await t.call(readReviewerTexts, { as: other.token, params })).status).toBe(403)
  const nobody = { reviewerId: admin.id }
  expect((await t.call(readReviewerTexts, { as: admin.token, params: nobody })).status).toBe(404)
})

test('they are corrected and removed by nobody but their owner, and there is an end to their number', async () => {
  const [rita, other] = [await reviewer(), await reviewer()]
  await addTo(rita, 'Wind at sea')
  const [one] = await listOf(rita)
  const params = { publicationId: one?.id ?? '' }
  const body = { title: 'Wind on land', abstract: 'Of wind.' }
  for (const spec of [changePublication, removePublication] as const) {
    expect((await t.call(spec, { as: other.token, params, body })).status).toBe(404)
  }
  await t.call(changePublication, { as: rita.token, params, body })
  expect(await listOf(rita)).toEqual([expect.objectContaining(body)])
  await t.call(removePublication, { as: rita.token, params })
  expect(await listOf(rita)).toEqual([])
  const many = Array.from({ length: PUBLICATIONS_MAX + 1 }, (_, n) => `Paper number ${n}`).join('\n')
  expect((await addTo(rita, many)).refusal.message).toBe('List at most 200 publications.')
})

test('a PDF gives its title and abstract, and is not kept; nothing stays of who leaves', async () => {
  const rita = await reviewer()
  const file = await makePaper('Cracks in welds', 'Rita', 1)
  await t.upload(addPublicationPdf, { as: rita.token, file, fileName: 'cracks.pdf' })
  expect(await listOf(rita)).toEqual([
    expect.objectContaining({ title: 'Cracks in welds', abstract: '', source: 'pdf', state: 'reading' }),
  ])
  await t.drain()
  expect(await listOf(rita)).toEqual([
    expect.objectContaining({
      title: 'Cracks in welds',
      abstract: expect.stringMatching(/^We report measurements .* governs the response\.$/),
      state: 'ready',
      hidden: '',
    }),
  ])
  expect(await t.database.db.$count(files)).toBe(0)
  await t.upload(addPublicationPdf, { as: rita.token, file })
  await t.call(deleteAccount, { as: rita.token, body: { password: rita.password } })
  expect(await t.database.db.$count(files)).toBe(0)
  await t.drain()
})

test('what is corrected while the PDF is being read stays, and gets only the abstract that it lacks', async () => {
  const rita = await reviewer()
  const file = await makePaper('Cracks in welds', 'Rita', 1)
  for (const fileName of ['a.pdf', 'b.pdf'])
    await t.upload(addPublicationPdf, { as: rita.token, file, fileName })
  const [first, second] = await listOf(rita)
  const correct = (one: typeof first, abstract: string) =>
    t.call(changePublication, {
      as: rita.token,
      params: { publicationId: one?.id ?? '' },
      body: { title: 'Cracks in bolts', abstract },
    })
  await correct(first, 'Of bolts.')
  await correct(second, '')
  await t.drain()
  expect(await listOf(rita)).toEqual([
    expect.objectContaining({ title: 'Cracks in bolts', abstract: 'Of bolts.', state: 'ready' }),
    expect.objectContaining({
      title: 'Cracks in bolts',
      abstract: expect.stringMatching(/^We report measurements /),
      state: 'ready',
    }),
  ])
  expect(await t.database.db.$count(files)).toBe(0)
})

test('a PDF that no job is about to read any more is read by the next day’s chore', async () => {
  const rita = await reviewer()
  await t.upload(addPublicationPdf, { as: rita.token, file: await makePaper('Lost on the way', 'Rita', 1) })
  await t.database.db.execute(sql`delete from pgboss.job where name = ${readPublicationJob.name}`)
  await t.drain()
  expect((await listOf(rita)).map(({ state }) => state)).toEqual(['reading'])
  await t.transact(readUnreadPublications.run)
  await t.transact(readUnreadPublications.run)
  expect(await t.app.portal.world().jobs.waiting(readPublicationJob)).toHaveLength(1)
  await t.drain()
  expect((await listOf(rita)).map(({ state, title }) => [state, title])).toEqual([
    ['ready', 'Lost on the way'],
  ])
})
