import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPublications, listPublications } from '#shared/reviewing/publications-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let rita: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())
beforeEach(async () => {
  rita = await makePerson(t, { role: 'reviewer' })
})

const add = (list: string) => t.call(addPublications, { as: rita.token, body: { list } })
const titles = async () =>
  (await t.call(listPublications, { as: rita.token })).body.items.map(({ title }) => title).sort()

test('of BibTeX each entry that is not understood is named once, by key and line, and given back as it was', async () => {
  const broken = '@article{bad1, title={Broken < off\n  year = 2020, note={Ask me@uni.example}\n}'
  const untitled = '@inproceedings{bad2, author={Me}}'
  const list = `Sent by rita@uni.example

@article{good1, title={First}, year=2020}

${broken}

@article{good2, title={Second}, journal = nowhere}
${untitled}
@article{good3,
  title = {Third}
}`
  const { body } = await add(list)
  expect(body).toEqual({
    message: '3 publications added.',
    added: 3,
    completed: 0,
    known: 0,
    unread: [
      { line: 5, name: 'bad1' },
      { line: 10, name: 'bad2' },
    ],
    rest: `${broken}\n\n${untitled}`,
  })
  expect(await titles()).toEqual(['First', 'Second', 'Third'])

  const corrected = body.rest.replace('Broken < off', 'Put < right},').replace('author=', 'title=')
  expect((await add(corrected)).body).toMatchObject({ added: 2, unread: [], rest: '' })
  expect(await titles()).toEqual(['First', 'Me', 'Put < right', 'Second', 'Third'])
})

test('an entry without a key is named by its first words; Windows’ line ends count as one', async () => {
  const { body } = await add(
    '@misc{a, title={A stone}}\r\n\r\n@misc{, author={Nobody of whom there is more to say than fits}}\r\n',
  )
  expect([body.added, body.unread]).toEqual([
    1,
    [{ line: 3, name: '@misc{, author={Nobody of whom there is more to say than fit …' }],
  ])
})

test('where nothing is understood the refusal says which', async () => {
  const { status, refusal } = await add('@misc{a, author={Me}}\n@misc{b, author={Me}}')
  expect([status, refusal.message]).toEqual([
    422,
    'No publication was found: each needs a title. Not understood: line 1, “a”; line 2, “b”.',
  ])
  const many = Array.from({ length: 12 }, (_, nth) => `@misc{k${nth}, author={Me}}`).join('\n')
  expect((await add(many)).refusal.message).toMatch(/line 10, “k9”; 2 more\.$/)
})

test('of a table the rows without a title are given back under its heading, of titles the lines that are none', async () => {
  const table = await add(
    'Title;Abstract\n"Wind; at sea";"It\nblows."\n\n;Nameless\nHeat;\n"";"Two\nlines"\n',
  )
  expect(table.body).toMatchObject({
    added: 2,
    unread: [
      { line: 5, name: ';Nameless' },
      { line: 7, name: '"";"Two' },
    ],
    rest: 'Title;Abstract\n;Nameless\n"";"Two\nlines"',
  })
  const lines = await add('Dust in discs\n2020\nIce, and snow\n')
  expect(lines.body).toMatchObject({ added: 2, unread: [{ line: 2, name: '2020' }], rest: '2020' })
})

test.each([
  ['Author;Year\nNovak;2020\nRuiz;2021', '“Author”, “Year”'],
  ['Author; Year\nNovak, R.; 2020\nRuiz, R.; 2021', '“Author”, “Year”'],
  ['Author\tAbstract\nNovak\tOf wind.', '“Author”, “Abstract”'],
  ['"Novak","Wind at sea"\n"Ruiz","Heat pumps"', '“Novak”, “Wind at sea”'],
  ['Buchungstag;Valuta;Betrag\n01.11.26;02.11.26;320,00', '“Buchungstag”, “Valuta”, “Betrag”'],
  ['a;b;c;d;e;f;g\n1;2;3;4;5;6;7', '“a”, “b”, “c”, “d”, “e”, “f”, …'],
])('the table %j has no column of titles: it is refused, and gives none', async (list, names) => {
  expect((await add(list)).refusal.message).toBe(
    `The table has no column “title”; its first line has ${names}. Name the column of the titles so, or give titles alone, one a line.`,
  )
  expect(await titles()).toEqual([])
})
