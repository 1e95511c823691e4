import { expect, test } from 'vitest'
import { type Sight, writtenAmong } from './doubtful-letters.ts'
import { unmarked } from './unlike.ts'

/** A letter whose ink lies in one cell of its own. */
function letter(said: string, nearest = said, cell = said.charCodeAt(0) - 97, font = 'F') {
  const ink = new Float64Array(64)
  ink[cell] = 1
  const look = { ink, width: 0.5, height: 0.5, bottom: 0, isScaled: true }
  const sight: Sight = { said, nearest, nearer: nearest === said ? 0 : 1, look, font }
  return { written: said, sight }
}
const sure = Array.from('abcdefgh', (one) => letter(one))
const markedOf = (letters: ReturnType<typeof letter>[]) => {
  const written = writtenAmong(letters)
  return letters.filter((one) => written(one) !== one.written).map(({ written: said }) => said)
}

test('some doubtful letters of a font are honest; where more than a third are, each is marked', () => {
  expect(markedOf([...sure, letter('x', 'z'), letter('y', 'v')])).toEqual([])
  const many = Array.from('mnopqrst', (one) => letter(one, 'z'))
  expect(markedOf([...sure, ...many])).toEqual(Array.from('mnopqrst'))
  // One letter that stands there often makes them no fewer, nor do the letters of another font.
  const [often = letter('a')] = sure
  expect(markedOf([...Array.from({ length: 90 }, () => often), ...many])).toHaveLength(8)
  const others = Array.from('abcdefgh', (one) => letter(one, one, 1, 'G'))
  expect(markedOf([...others, ...others, ...many])).toHaveLength(8)
})

test('small fonts are judged together too', () => {
  const small = Array.from('mnopqrst').flatMap((one) => [
    letter(one, 'z', 9, `font of ${one}`),
    letter('a', 'a', 0, `font of ${one}`),
  ])
  expect(markedOf(small)).toEqual(Array.from('mnopqrst'))
})

test('a look that says another letter elsewhere is marked wherever it is', () => {
  const lie = letter('u', 'a', 0, 'G')
  expect(markedOf([...sure, lie])).toEqual(['u'])
  expect(unmarked(writtenAmong([...sure, lie])(lie))).toBe('u')
  expect(markedOf([...sure, letter('u', 'a', 30)])).toEqual([])
})
