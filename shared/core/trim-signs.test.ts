import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trimSigns, trimSignsEnd } from './trim-signs.ts'

test('signs at the ends go, those within stay', () => {
  const words = fc.string({ unit: fc.constantFrom(' ', '"', 'a', 'é') })
  fc.assert(
    fc.property(words, (text) => {
      expect(trimSignsEnd(text, /[\s"]/)).toBe(text.replace(/[\s"]+$/, ''))
      expect(trimSigns(text, /[\s"]/)).toBe(text.replace(/^[\s"]+|[\s"]+$/g, ''))
    }),
  )
  expect([trimSigns('', /\s/), trimSigns('//a/b/', /\//)]).toEqual(['', 'a/b'])
})
