import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const before = { name: 'Conference', year: '2026', zone: 'UTC', grace: '0', fee: '' }

test('each field is as whoever changed it has it; what both changed is asked about, and typed text stays', () => {
  const mine = { ...before, name: 'Mine', year: '2027', grace: '15' }
  const theirs = { ...before, name: 'Theirs', zone: 'Europe/Zurich', grace: '15' }
  expect(merge(before, mine, theirs)).toEqual({
    fields: { name: 'Mine', year: '2027', zone: 'Europe/Zurich', grace: '15', fee: '' },
    clashes: [{ name: 'name', mine: 'Mine', theirs: 'Theirs' }],
    taken: ['zone'],
    kept: ['year'],
  })
})

test('where only one side changed anything, nothing is asked', () => {
  const other = { ...before, fee: '250' }
  expect(merge(before, before, other)).toEqual({ fields: other, clashes: [], taken: ['fee'], kept: [] })
  expect(merge(before, other, before)).toEqual({ fields: other, clashes: [], taken: [], kept: ['fee'] })
})
