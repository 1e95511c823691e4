import { expect, test } from 'vitest'
import { matches } from './matches.ts'

test.each([
  ['Seismic isolation of museum floors', 'museum seismic', true],
  ['P26-0007-I · María Fernández', 'maria 0007', true],
  ['Pending Abstracts', 'PEND', true],
  ['Pending Abstracts', '', true],
  ['Pending Abstracts', 'pending papers', false],
])('%s, typed %s', (text, typed, found) => {
  expect(matches(text, typed)).toBe(found)
})
