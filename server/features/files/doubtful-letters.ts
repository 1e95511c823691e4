import { groupBy } from '#shared/core/group-by.ts'
import { distance, type Look } from './letter-look.ts'
import type { Nearness } from './nearest-letter.ts'
import { doubted } from './unlike.ts'

/** How a glyph that says one Latin letter looks. */
export interface Sight extends Nearness {
  look: Look
  /** The name of its font. */
  font: string
}

/** What is judged of a letter. */
interface Judged {
  written: string
  sight: Sight | undefined
}

/**
 * Of an honest font's letters so many at most, and that more by chance, are nearer to another letter of the common faces; of
 * 102 faces that were tried, but for one that imitates handwriting, no more than a quarter.
 */
const [DOUBTFUL_MAX, CHANCE] = [1 / 3, 0.5]
/** Fonts of which fewer letters stand on the pages are judged together as well. */
const FEW = 60
/** Looks are the same where they are no further from each other; the nearest two letters of one honest font are twice as far. */
const SAME = 0.005
/** So many looks of each letter are compared. */
const COMPARED_MAX = 200

interface Tally {
  all: number
  doubtful: number
}

/**
 * Judges the letters that are seen in a file by the others: what each says, with marks. A letter that another one is nearer to
 * is doubtful. In a font where more are than in any honest one, each such is marked; and everywhere each whose look is one that
 * says that nearer letter.
 */
export function writtenAmong(letters: Iterable<Judged>): (letter: Judged) => string {
  const times = new Map<Sight, number>()
  for (const { sight } of letters) if (sight !== undefined) times.set(sight, (times.get(sight) ?? 0) + 1)
  const fonts = doubtfulFonts(times)
  const belied = beliedAmong([...times.keys()])
  return ({ written, sight }) => {
    if (sight === undefined || sight.nearer === 0) return written
    if (belied.has(sight)) return doubted(written, true)
    return fonts.has(sight.font) ? doubted(written, false) : written
  }
}

function doubtfulFonts(times: ReadonlyMap<Sight, number>): ReadonlySet<string> {
  const fonts = [...groupBy(times, ([{ font }]) => font)].map(([name, sights]) => {
    // However often a letter stands there, and under however many codes.
    const kinds = new Map(sights.map(([sight]) => [`${sight.said} ${sight.nearer > 0}`, [sight, 1] as const]))
    return { name, sights, letters: tallyOf(sights), kinds: tallyOf(kinds.values()) }
  })
  const small = fonts.filter(({ letters }) => letters.all < FEW)
  const areSmallDoubtful = isDoubtful(tallyOf(small.flatMap(({ sights }) => sights)))
  const doubtful = fonts.filter(
    ({ letters, kinds }) =>
      isDoubtful(letters) || isDoubtful(kinds) || (letters.all < FEW && areSmallDoubtful),
  )
  return new Set(doubtful.map(({ name }) => name))
}

/** How many letters there are, and of how many another one is nearer. */
function tallyOf(sights: Iterable<readonly [Sight, number]>): Tally {
  const tally = { all: 0, doubtful: 0 }
  for (const [{ nearer }, times] of sights) {
    tally.all += times
    if (nearer > 0) tally.doubtful += times
  }
  return tally
}

const isDoubtful = ({ all, doubtful }: Tally): boolean =>
  doubtful > DOUBTFUL_MAX * all + CHANCE * Math.sqrt(all)

/** The looks that say a letter to which another is nearer, where the same look says that other one. */
function beliedAmong(sights: readonly Sight[]): ReadonlySet<Sight> {
  const sure = new Map<string, Look[]>()
  for (const { said, nearer, look } of sights) {
    if (nearer > 0) continue
    const looks = sure.get(said) ?? []
    sure.set(said, looks)
    if (looks.length < COMPARED_MAX) looks.push(look)
  }
  const isBelied = ({ nearest, look }: Sight) =>
    sure.get(nearest)?.some((other) => distance(look, other) < SAME) === true
  return new Set(sights.filter((sight) => sight.nearer > 0 && isBelied(sight)))
}
