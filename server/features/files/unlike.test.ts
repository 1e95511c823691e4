import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Look } from './letter-look.ts'
import { marked, plainly, unmarked, withoutUnlike } from './unlike.ts'

/** A look that is no letter's: a broad bar far below the line. */
const bar: Look = { ink: new Float64Array(64).fill(1 / 8), width: 3, height: 0.1, bottom: -2, isScaled: true }
const other = (text: string) => Array.from(text, (one) => marked(one, bar)).join('')

test('a letter that looks otherwise is marked; of what has no look, and of other signs, nothing is known', () => {
  expect(unmarked(other('a'))).toBe('a')
  expect(other('a')).not.toBe('a')
  for (const said of ['q', 'Ж', '量', '7', '∀', '']) expect(marked(said, undefined)).toBe(said)
  for (const said of ['Ж', '量', '7', '∀']) expect(marked(said, bar)).toBe(said)
  // Letters of mathematics and of full breadth are read as letters, so that they are looked at as letters.
  for (const said of ['𝑎', 'ａ']) expect(marked(said, bar)).not.toBe(said)
})

test('a letter with marks is held against its whole, and against what stands between them', () => {
  for (const said of ['é', 'e\u0301', 'Ǻ', 'ṽ', 'ç', 'ạ', 'd\u0323', 'd\u20dd', 'a\u030d', 'b\u0338']) {
    expect(marked(said, bar, () => bar)).not.toBe(said)
    expect(marked(said, bar, () => undefined)).toBe(said)
  }
  expect(
    withoutUnlike(`We ${Array.from('áttéñüåté', (one) => marked(one, bar, () => bar)).join('')} it`),
  ).toEqual({
    text: 'We it',
    unlike: 'áttéñüåté',
  })
})

test('a sign that stands for a letter is looked at as that letter', () => {
  for (const said of ['ⓐ', '🄰', 'ⅽ', '𝑎', 'ａ']) {
    expect(plainly(said)).toMatch(/^[acA]$/)
    expect(marked(plainly(said), bar)).not.toBe(plainly(said))
  }
  expect(plainly('ﬁ ™ \uf001\uf002')).toBe('ﬁ ™ fifl')
  // A Cyrillic letter that looks like a Latin one must look like that.
  expect(marked('о', bar)).not.toBe('о')
})

test('in no script a sign says a whole word, but several letters where they are drawn as one', () => {
  for (const said of ['한', 'が', 'ษ', 'क्ष', 'لا', 'ﷲ', 'ﷺ'])
    expect(withoutUnlike(marked(said, bar)).text).toBe(said)
  for (const said of ['лазеры', 'φωτόνιο', '量子計算', 'محمدالنور'])
    expect(withoutUnlike(marked(said, undefined))).toEqual({ text: '', unlike: said })
})

test('of a word that is cut at the end of its line few letters are enough', () => {
  expect(withoutUnlike(`${other('at')}-`)).toEqual({ text: '', unlike: 'at-' })
  expect(withoutUnlike('at-')).toEqual({ text: 'at-', unlike: '' })
})

test('one sign says several letters only where fonts draw them as one', () => {
  for (const said of ['fi', 'ﬁ', 'ffl', 'Th', 'tti', 'st']) expect(marked(said, bar)).toBe(said)
  for (const said of ['quantum', 'qua', 'ab']) expect(unmarked(marked(said, undefined))).toBe(said)
  for (const said of ['quantum', 'qua', 'ab']) expect(marked(said, undefined)).not.toBe(said)
})

test('words that look otherwise are taken out', () => {
  expect(withoutUnlike(`We ${other('attenuate')} measure`)).toEqual({
    text: 'We measure',
    unlike: 'attenuate',
  })
  expect(withoutUnlike(`a ${other('t')}ub${other('e')} in`)).toEqual({ text: 'a in', unlike: 'tube' })
  const among = `quantum${'量'.repeat(20)}`
  expect(withoutUnlike(`${other('quantum')}${'量'.repeat(20)}`)).toEqual({ text: '', unlike: among })
  // An honest face may have a letter that nobody would know again.
  expect(withoutUnlike(`me${other('a')}sure`)).toEqual({ text: 'measure', unlike: '' })
  expect(withoutUnlike(`of ${other('an')} age`)).toEqual({ text: 'of an age', unlike: '' })
})

test('a rule of signs is no word, and takes none with it', () => {
  expect(withoutUnlike(`${other('n'.repeat(40))}Bridges`)).toEqual({ text: 'Bridges', unlike: '' })
})

test('what no letter of looks otherwise stays as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(withoutUnlike(text)).toEqual({ text, unlike: '' })
    }),
  )
})
