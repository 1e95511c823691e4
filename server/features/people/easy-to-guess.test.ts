import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords, isEasyToGuess } from './easy-to-guess.ts'

const around = [
  'Ada Müller',
  'ada.mueller@tu-nord.example',
  'Bridge Engineering 2026',
  'Lectern conference portal',
]

test('the list is long enough for ASVS 6.2.4, and every one of it is refused, however it is spelt and ended', () => {
  expect(commonPasswords.length).toBeGreaterThan(3000)
  const spellings = commonPasswords.flatMap((one) => [
    one,
    one.toUpperCase(),
    `${one}!`,
    ...(/[\d\W_]$/.test(one) ? [] : [`${one}2026`, `${one}_1!`]),
  ])
  expect(spellings.filter((one) => !isEasyToGuess(one, []))).toEqual([])
})

test.each([
  'muller2026',
  'Müller-Müller',
  'ada.mueller!',
  'adamuller1',
  'tu-nord.example',
  'BridgeEngineering',
  'bridge engineering 2026',
  'Lectern2026!',
  'Conference.Ada',
])('%s is little more than the words around it', (password) => {
  expect(isEasyToGuess(password, around)).toBe(true)
})

test.each(['twelve grey elephants', 'müller walks home', 'conference-otter', '839201748362', 'ümläut und ß'])(
  '%s is taken',
  (password) => {
    expect(isEasyToGuess(password, around)).toBe(false)
  },
)

test('what has nothing to do with the words around it is judged as without them', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[qxzj7-9]{8,40}$/), (password) => {
      expect(isEasyToGuess(password, around)).toBe(isEasyToGuess(password, []))
    }),
  )
})

test('it ends at once for the longest password and names made to be slow', () => {
  const took = [1, 2, 3, 4, 5].map(() => {
    const began = performance.now()
    for (const evil of ['!'.repeat(128), 'a1!'.repeat(42), `${'1'.repeat(127)}a`])
      isEasyToGuess(evil, [evil.repeat(10), 'aaaa'.repeat(50)])
    return performance.now() - began
  })
  // One that nothing comes between takes a millisecond.
  expect(Math.min(...took)).toBeLessThan(100)
})
