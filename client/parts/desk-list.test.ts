import { expect, test } from 'vitest'
import { deskQuery } from './desk-list.tsx'

const filters = { '': 'All', held: 'Held', late: 'Late' }

test('of an address a list takes the orders and filters that it has; what an older link asks for shows everything', () => {
  const keys = ['newest', 'name'] as const
  expect(deskQuery({ q: 'ada', status: 'late', sort: '-name' }, keys, filters)).toEqual({
    q: 'ada',
    status: 'late',
    sort: '-name',
  })
  for (const status of ['bogus', '', 'toString', undefined]) {
    expect(deskQuery({ q: 'ada', status, sort: 'load' }, keys, filters)).toEqual({ q: 'ada' })
  }
  expect(deskQuery({ status: 'late' }, keys)).toEqual({})
})
