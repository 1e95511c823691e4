import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutTo } from './cut-to.ts'

test('a cut leaves out a character that it would go through', () => {
  expect([cutTo('ab😀', 4), cutTo('ab😀', 3), cutTo('ab😀', 2), cutTo('', 2)]).toEqual([
    'ab😀',
    'ab',
    'ab',
    '',
  ])
})

test('what is cut from a whole text is whole, its beginning, and lacks at most half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
      const cut = cutTo(text, most)
      expect(cut.isWellFormed()).toBe(true)
      expect(text.startsWith(cut)).toBe(true)
      expect(Math.min(most, text.length) - cut.length).toBeLessThanOrEqual(1)
    }),
  )
})
