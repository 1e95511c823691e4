import type { Letter } from './page-letters.ts'

/** The same letter is repeated where it lies no further off, in shares of its size, and in pixels of the picture at most. */
const [NEAR, PIXELS] = [0.12, 4]

/**
 * The letters that are drawn where the same one is already, as for a bold look, for a shadow, or unseen over a page that
 * was read by a machine, each with that one: nothing is read twice. Where one of them has ink it is no repetition.
 */
export function repeatedIn(letters: readonly Letter[]): ReadonlyMap<Letter, Letter> {
  const places = new Map<string, Letter[]>()
  const repeated = new Map<Letter, Letter>()
  const look = (letter: Letter) => {
    const [x, y] = [letter.place[4], letter.place[5]]
    const [column, row] = [Math.round(x / PIXELS), Math.round(y / PIXELS)]
    const most = Math.min(PIXELS, NEAR * Math.hypot(letter.place[2], letter.place[3]))
    const there = AROUND.flatMap(
      ([across, down]) => places.get(`${letter.unicode} ${column + across} ${row + down}`) ?? [],
    ).find(({ place }) => Math.hypot(place[4] - x, place[5] - y) <= most)
    if (there !== undefined) repeated.set(letter, there)
    else {
      const key = `${letter.unicode} ${column} ${row}`
      const here = places.get(key)
      if (here === undefined) places.set(key, [letter])
      else here.push(letter)
    }
  }
  const told = letters.filter(({ unicode }) => unicode.trim() !== '')
  for (const letter of told) if (letter.hasInk) look(letter)
  for (const letter of told) if (!letter.hasInk) look(letter)
  return repeated
}

const STEPS = [-1, 0, 1]
const AROUND = STEPS.flatMap((across) => STEPS.map((down) => [across, down] as const))
