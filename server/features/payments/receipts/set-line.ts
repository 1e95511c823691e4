import bidiFactory from 'bidi-js'
import { type Stretch, stretchesOf } from './letters.ts'
import { rightToLeft } from './shape.ts'

/**
 * Text on a page, left to right as it is seen: each piece in one font and one direction, as the PDF library takes it;
 * shaping turns a right-to-left script round by itself.
 */
type Piece = Stretch

const bidi = bidiFactory()
const directed = /\p{Bidi_Control}/gu
/**
 * Behind a vowel's mark or another one that no letter follows. Marks have no direction themselves, so that readers turn
 * such a one round together with a comma behind it, or take it for the beginning of the line that it ends.
 */
const behindMark = /(?<=\p{M})(?=[^\p{L}\p{M}\p{Cf}\s]|$)/gu
const RIGHT_TO_LEFT_MARK = '\u200f'
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A text without marks of direction. What people type could say with them that it be read otherwise than it is written:
 * `evil` as `live`. Arabic and Hebrew stand right by their letters.
 */
export function undirected(text: string): string {
  return text.replaceAll(directed, '')
}

/**
 * Sets one line by the Unicode Bidirectional Algorithm (UAX 9); `direction` is that of its whole paragraph. Marks of
 * direction are taken out before: see {@link undirected}.
 */
export async function setLine(line: string, direction: 'ltr' | 'rtl'): Promise<Piece[]> {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, direction)
  const order = bidi.getReorderedIndices(line, { levels, paragraphs })
  const pieces: Piece[] = []
  for (const { from, to, rightToLeft } of runsIn(order, levels)) {
    const stretches = await stretchesOf(line.slice(from, to))
    if (rightToLeft) pieces.push(...stretches.reverse().map(turned))
    else pieces.push(...stretches.map(kept))
  }
  return pieces
}

/** The direction of a paragraph, by its first strong letter (UAX 9 P2, P3). */
export function directionOf(paragraph: string): 'ltr' | 'rtl' {
  const [first] = bidi.getEmbeddingLevels(paragraph).paragraphs
  return first !== undefined && first.level % 2 === 1 ? 'rtl' : 'ltr'
}

/** Neighbours of one level, in the order in which they are seen; `to` is exclusive. */
function runsIn(order: readonly number[], levels: Uint8Array) {
  const runs: { from: number; to: number; rightToLeft: boolean }[] = []
  let before = -1
  for (const at of order) {
    const level = levels[at] ?? 0
    const rightToLeft = level % 2 === 1
    const run = runs.at(-1)
    if (run !== undefined && level === before && rightToLeft && at === run.from - 1) run.from = at
    else if (run !== undefined && level === before && !rightToLeft && at === run.to) run.to = at + 1
    else runs.push({ from: at, to: at + 1, rightToLeft })
    before = level
  }
  return runs
}

/** Arabic and Persian digits are read from left to right: turned here, so that shaping turns them back. */
function kept({ text, font }: Stretch): Piece {
  if (!rightToLeft.test(text)) return { text, font }
  const signs = [...clusters.segment(text)].map(({ segment }) => segment)
  return { text: signs.reverse().join(''), font }
}

/** Spaces, brackets and the like are turned here; see {@link rightToLeft}. */
function turned({ text, font }: Stretch): Piece {
  if (rightToLeft.test(text)) return { text: text.replaceAll(behindMark, RIGHT_TO_LEFT_MARK), font }
  const signs = [...clusters.segment(text)].map(
    ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment,
  )
  return { text: signs.reverse().join(''), font }
}
