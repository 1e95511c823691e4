import { expect, test } from 'vitest'
import { lookUp } from './look-up.ts'

const papers = [
  { paperId: 'P26-0001-U', abstractId: 'A26-0001' },
  { paperId: 'P26-0002-S', abstractId: 'A26-0002' },
]
const rita = {
  id: 'r',
  name: 'Rita Novák',
  email: 'rita@karst.example',
  firstName: 'Rita',
  lastName: 'Novák',
}
const anna = { id: 'a', name: 'Anna Kim', email: 'anna@one.example', firstName: 'Anna', lastName: 'Kim' }
const other = { id: 'b', name: 'Anna Kim', email: 'anna@two.example', firstName: 'Anna', lastName: 'Kim' }
const find = lookUp(papers, [rita, anna, other])
const inShort = (...cells: string[]) => {
  const { paperId, reviewerId, problem } = find(cells)
  return [paperId, reviewerId, problem]
}

test.each([
  [['P26-0001-U', 'rita@karst.example'], 'P26-0001-U', 'r'],
  [['RITA@Karst.Example', 'p26-0001-u'], 'P26-0001-U', 'r'],
  [['a26-0002', '  rita   NOVAK '], 'P26-0002-S', 'r'],
  [['Novák, Rita', 'A title nobody asked for', 'P26-0002-S'], 'P26-0002-S', 'r'],
  [['Anna Kim', 'anna@two.example', 'P26-0001-U'], 'P26-0001-U', 'b'],
  [['p26 0001 u', 'rita@karst.example'], 'P26-0001-U', 'r'],
  [['P26–OOO1–U', 'rita@karst.example'], 'P26-0001-U', 'r'],
  [['P26-0001-U', 'Rita Novák <rita@karst.example>'], 'P26-0001-U', 'r'],
  [['P26-0001-U', 'R. N. <mailto:rita@karst.example>'], 'P26-0001-U', 'r'],
  [['P26-0001-U', 'MAILTO:Rita@karst.example'], 'P26-0001-U', 'r'],
  [['P26-0001-U', 'Somebody', 'rita@karst.example', 'author@else.example'], 'P26-0001-U', 'r'],
  [['a26 ooo2', 'rita@karst.example'], 'P26-0002-S', 'r'],
])('%j is understood', (cells, paperId, reviewerId) => {
  expect(inShort(...cells)).toEqual([paperId, reviewerId, null])
})

test.each([
  [
    ['P26-0001-X', 'rita@karst.example'],
    [null, 'r', 'There is no paper P26-0001-X: it looks mistyped. Is it P26-0001-U?'],
  ],
  [['rita@karst.example'], [null, 'r', 'No paper is named.']],
  [
    ['P26-0001-U', 'nobody@karst.example'],
    ['P26-0001-U', null, 'No reviewer has the address nobody@karst.example.'],
  ],
  [
    ['P26-0001-U', 'Rita Novák', 'rita@elsewhere.example'],
    [
      'P26-0001-U',
      null,
      'No reviewer has the address rita@elsewhere.example. Is Rita Novák (rita@karst.example) meant?',
    ],
  ],
  [
    ['P26-0001-U', 'Rita Novák <rita@elsewhere.example>'],
    [
      'P26-0001-U',
      null,
      'No reviewer has the address rita@elsewhere.example. Is Rita Novák (rita@karst.example) meant?',
    ],
  ],
  [
    ['P26-0001-U', 'Somebody Else'],
    ['P26-0001-U', null, 'No reviewer is called “Somebody Else”.'],
  ],
  [
    ['P26-0999-A', 'rita@karst.example'],
    [null, 'r', 'There is no paper P26-0999-A.'],
  ],
  [
    ['P26-0001-U', 'R. Novak'],
    [
      'P26-0001-U',
      null,
      '“R. Novak” is not enough to tell who is meant: Rita Novák (rita@karst.example)? Give the address.',
    ],
  ],
  [
    ['P26-0001-U', 'Kim'],
    [
      'P26-0001-U',
      null,
      '“Kim” is not enough to tell who is meant: Anna Kim (anna@one.example), Anna Kim (anna@two.example)? Give the address.',
    ],
  ],
  [
    ['P26-0001-U', 'A title', 'Somebody Else'],
    ['P26-0001-U', null, 'No reviewer is called “A title” or “Somebody Else”.'],
  ],
  [
    ['P26-0001-U', '42'],
    ['P26-0001-U', null, 'No reviewer is named.'],
  ],
  [
    ['P26-0001-U', 'Anna Kim'],
    [
      'P26-0001-U',
      null,
      'Several reviewers are meant: Anna Kim (anna@one.example), Anna Kim (anna@two.example).',
    ],
  ],
  [
    ['P26-0001-U', 'A26-0002', 'Rita Novák'],
    [null, 'r', 'Several papers are named: P26-0001-U, P26-0002-S.'],
  ],
  [
    ['P26-0001-U', 'rita@karst.example', 'anna@one.example'],
    [
      'P26-0001-U',
      null,
      'Several reviewers are meant: Rita Novák (rita@karst.example), Anna Kim (anna@one.example).',
    ],
  ],
])('%j is asked about', (cells, wanted) => {
  expect(inShort(...cells)).toEqual(wanted)
})

test('papers within one slip of a mistyped id are offered', () => {
  expect(find(['P26-0003-U', 'rita@karst.example'])).toMatchObject({ paperId: null, likely: ['P26-0001-U'] })
  expect(find(['P26-0001-U', 'rita@karst.example']).likely).toEqual([])
  expect(find(['P26-7777-U', 'rita@karst.example']).likely).toEqual([])
})
