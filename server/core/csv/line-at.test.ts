import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const lines = (text: string) => readTable(text, ',').rows.map(({ line, cells }) => [line, cells[0]])

test.each([
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['\r\n', '\n'],
  ['\n', '\r\n'],
])('rows that end with %j and cells with %j in them have the lines that an editor shows', (row, within) => {
  const text = [
    `Name,Note`,
    '',
    `a,"one${within}two${within}${within}four"`,
    `b,plain`,
    `   `,
    `,,`,
    `"c${within}c","x"`,
    `d,last`,
  ].join(row)
  expect(lines(text)).toEqual([
    [1, 'Name'],
    [3, 'a'],
    [7, 'b'],
    [10, `c${within}c`],
    [12, 'd'],
  ])
})

test('a mark at the beginning and a line that names the separator count as an editor counts them', () => {
  expect(lines('\uFEFFa,1\r\nb,2\r\n')).toEqual([
    [1, 'a'],
    [2, 'b'],
  ])
  expect(readTable('sep=;\r\na;"1\r\n2"\r\nb;2\r\n').rows.map(({ line }) => line)).toEqual([2, 4])
})
