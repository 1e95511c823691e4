import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abstractIdOf, checkCharacter, isPaperId, paperIdOf } from './ids.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const serial = fc.integer({ min: 1, max: 99_999 })

test('the check character is ISO 7064 MOD 37,36, as in the standard’s GRid example', () => {
  expect(checkCharacter('A12425GABC1234002')).toBe('M')
})

test('ids carry the two-digit year and a serial of at least four digits', () => {
  expect(abstractIdOf(2026, 7)).toBe('A26-0007')
  expect(paperIdOf(2026, 7)).toBe('P26-0007-I')
  expect(abstractIdOf(2026, 12_345)).toBe('A26-12345')
})

test('every paper id is recognised', () => {
  fc.assert(fc.property(serial, (n) => isPaperId(paperIdOf(2026, n))))
})

test('a paper id with any one character mistyped is not', () => {
  const wrongChar = fc.integer({ min: 0, max: 35 }).map((at) => ALPHABET.charAt(at))
  fc.assert(
    fc.property(serial, fc.nat(20), wrongChar, (n, where, char) => {
      const id = paperIdOf(2026, n)
      const at = where % id.length
      fc.pre(id.charAt(at) !== '-' && id.charAt(at) !== char)
      expect(isPaperId(id.slice(0, at) + char + id.slice(at + 1))).toBe(false)
    }),
  )
})
