import { distance, type Look } from './letter-look.ts'
import { letterShapes } from './letter-shapes.ts'

/** How near a look is to a letter, of all letters of the alphabet. */
export interface Nearness {
  /** What it says: letters of one kind are not told apart. */
  said: string
  /** So many other letters are nearer to it than that, and which one is nearest. */
  nearer: number
  nearest: string
}

let known: { letter: string; look: Look }[] | undefined

function knownLooks() {
  known ??= letterShapes
    .trim()
    .split('\n')
    .map((line) => {
      const [letter = '', width, height, bottom, cells = ''] = line.split(' ')
      const ink = Float64Array.from(cells, (cell) => Number.parseInt(cell, 16))
      const length = Math.hypot(...ink)
      const look = {
        ink: ink.map((one) => one / length),
        width: Number(width),
        height: Number(height),
        bottom: Number(bottom),
        isScaled: true,
      }
      return { letter: kindOf(letter), look }
    })
  return known
}

/** Letters of one kind are not told apart: small ones and capitals, and the strokes that l, i and I are. */
function kindOf(letter: string): string {
  const small = letter.toLowerCase()
  return small === 'i' ? 'l' : small
}

/** How near a look is to a Latin letter, as some common faces have all of them. */
export function nearnessOf(letter: string, look: Look): Nearness {
  const said = kindOf(letter)
  const distances = new Map<string, number>()
  for (const one of knownLooks()) {
    const far = distance(look, one.look)
    if (far < (distances.get(one.letter) ?? Number.POSITIVE_INFINITY)) distances.set(one.letter, far)
  }
  const own = distances.get(said) ?? 0
  const nearer = [...distances].filter(([, far]) => far < own)
  const [nearest] = nearer.reduce((least, one) => (one[1] < least[1] ? one : least), [said, own])
  return { said, nearer: nearer.length, nearest }
}
