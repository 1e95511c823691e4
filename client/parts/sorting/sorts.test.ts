import { expect, test } from 'vitest'
import { readSort, sortIn } from './sorts.ts'

test('an address asks for an order of its list, either way round', () => {
  const keys = ['newest', 'title'] as const
  expect(sortIn(keys, 'title')).toBe('title')
  expect(sortIn(keys, '-title')).toBe('-title')
  expect(sortIn(keys, '-newest')).toBe('-newest')
  expect(readSort('-title')).toEqual({ key: 'title', isTurned: true })
})

test('its own order and what it does not have are no order', () => {
  for (const given of ['newest', 'load', '--title', 'title ', '', undefined]) {
    expect(sortIn(['newest', 'title'], given)).toBeUndefined()
  }
})
