import { contrastOf, type Ink, isTold } from './contrast.ts'
import { type Mask, maskOf, outlineOf, PAD } from './letter-mask.ts'
import { allTogether, inkIn, type Likeness, likenessOf, shownIn } from './likeness.ts'
import type { Letter } from './page-letters.ts'
import type { Picture } from './page-picture.ts'
import { shapeAt } from './shapes.ts'

/** Smaller letters nobody reads, in points as the page is read. */
const SIZE_MIN = 3
/** Nor what is smaller both ways, in pixels of the picture. */
const PIXELS_MIN = 2
/** How much of their shape the picture has to show of a word and of each of its letters, filled or as outlines, 0 to 1. */
const FILLED = { word: 0.7, letter: 0.5 }
const OUTLINED = { word: 0.5, letter: 0.35 }
/** Of a word so many letters have to be seen. */
const LETTERS_SEEN = 0.75
/** Others' ink where a letter stands, of its own: with more, letters are piled up. */
const OTHERS_MAX = 0.6
/** A bar fills so much of its box. */
const FULL = 0.85
/** A word of this contrast is not looked at in other ways, in which it may stand out more. */
const STANDS_OUT = 4
/** A longer word is looked at in parts. */
const WORD_MAX = 8
/** Pixels of a page's letters that are looked at, at most: 20 times as many as the page has. */
const PIXELS_MAX = 40_000_000

/** How letters are seen together. */
interface Shown {
  ink: Ink
  /** Of letters that are drawn as outlines the ink is thin, and looks paler than it is. */
  isOutlined: boolean
}

export interface SeenWord extends Shown {
  letters: readonly Letter[]
}

/** A letter with where its ink is to be; none where it cannot be seen. */
interface Looked {
  letter: Letter
  mask: Mask | undefined
}

/** A picture with how much letters that have ink cover of each of its pixels, all of them together. */
interface Scene {
  picture: Picture
  covered: Uint16Array
}

/**
 * Which letters of a page are seen on its picture: by words, as the picture shows or does not show their shapes. Those that
 * only repeat another ({@link repeatedIn}) are looked at for themselves.
 */
export function seenOf(
  letters: readonly Letter[],
  repeated: ReadonlyMap<Letter, unknown>,
  picture: Picture,
): SeenWord[] {
  let pixels = 0
  const looked = letters.map((letter): Looked => {
    const mask = pixels > PIXELS_MAX ? undefined : maskFor(letter, picture)
    pixels += mask?.ink.length ?? 0
    return { letter, mask }
  })
  const own = looked.filter(({ letter }) => !repeated.has(letter))
  const again = looked.filter(({ letter }) => repeated.has(letter))
  const scene = { picture, covered: coveredBy(inkedOf(own), picture) }
  const shown = shownOf(wordsOf(own), scene)
  // Others can be seen upon what is all ink.
  const crowd = inkedOf(shown.flatMap(({ looked }) => looked)).filter((mask) => !isAllInk(mask))
  const crowded = { picture, covered: coveredBy(crowd, picture) }
  const seen = shown.filter((word) => !isPiled(word.looked, crowded))
  return [...seen, ...shownOf(wordsOf(again), scene)].map(({ looked, ...how }) => ({
    letters: looked.map(({ letter }) => letter),
    ...how,
  }))
}

/** Those of some words that a picture shows, with their ink there. */
function shownOf(words: readonly Looked[][], scene: Scene): (Shown & { looked: Looked[] })[] {
  return words.flatMap((looked) => {
    const shown = inkShown(looked, scene)
    return shown === undefined ? [] : [{ looked, ...shown }]
  })
}

const inkedOf = (looked: readonly Looked[]): Mask[] =>
  looked.flatMap(({ letter, mask }) => (mask !== undefined && letter.hasInk ? [mask] : []))

function maskFor({ shape, place, readSize }: Letter, picture: Picture): Mask | undefined {
  if (shape === undefined || readSize < SIZE_MIN) return undefined
  const here = shapeAt(place, shape)
  const [left = 0, top = 0, right = 0, bottom = 0] = here.box
  return Math.max(right - left, bottom - top) < PIXELS_MIN ? undefined : maskOf(here, picture)
}

/** By how much each pixel of a picture is covered. */
function coveredBy(masks: readonly Mask[], picture: Picture): Uint16Array {
  const covered = new Uint16Array(picture.width * picture.height)
  for (const mask of masks) {
    for (let y = 0; y < mask.height; y += 1) {
      const row = (mask.top + y) * picture.width + mask.left
      for (let x = 0; x < mask.width; x += 1) {
        const all = (covered[row + x] ?? 0) + (mask.ink[y * mask.width + x] ?? 0)
        covered[row + x] = Math.min(65_535, all)
      }
    }
  }
  return covered
}

/** Whether a letter fills nearly all of its box, as a bar does. */
function isAllInk({ width, height, ink }: Mask): boolean {
  const box = Math.max(1, (width - 2 * PAD) * (height - 2 * PAD))
  return ink.reduce((sum, one) => sum + one, 0) > 255 * FULL * box
}

const isWord = ({ unicode }: Letter): boolean => /[\p{L}\p{N}]/u.test(unicode)

/** Letters that follow each other as a word, or part of a long one; what follows a word and is none goes with it. */
function wordsOf(looked: readonly Looked[]): Looked[][] {
  const words: Looked[][] = []
  let word: Looked[] = []
  let last: Letter | undefined
  let isOver = false
  for (const one of looked) {
    const { letter } = one
    const isLetter = isWord(letter)
    const isNew =
      last === undefined ||
      letter.isApart ||
      !isBeside(last, letter) ||
      (isLetter && (isOver || word.length >= WORD_MAX))
    if (isNew) {
      word = []
      words.push(word)
      isOver = false
    }
    word.push(one)
    isOver ||= !isLetter && word.some((before) => isWord(before.letter))
    last = letter
  }
  return words
}

/** Letters further apart, in shares of their size, are of several words; and those further back are elsewhere. */
const [APART, BACK] = [0.15, 0.9]

/** Whether a letter goes on where another ends, or, as from right to left, ends where that begins. */
export function isBeside(
  last: Pick<Letter, 'x' | 'y' | 'end' | 'size'>,
  next: Pick<Letter, 'x' | 'y' | 'end' | 'size'>,
): boolean {
  if (Math.abs(next.y - last.y) > 0.5 * Math.max(next.size, last.size)) return false
  const far = Math.min(next.size, last.size)
  const isAfter = next.x - last.end <= APART * next.size && next.x >= last.x - BACK * far
  return isAfter || Math.abs(next.end - last.x) <= APART * far
}

/** The letters by which a word is told: those that are none only where there are no others. */
function tellingOf(word: readonly Looked[]): readonly Looked[] {
  const letters = word.filter(({ letter }) => isWord(letter))
  return letters.length > 0 ? letters : word.filter(({ letter }) => letter.unicode.trim() !== '')
}

/**
 * The ink in which a picture shows a word: its letters filled or as outlines, filled ones with or without what is around
 * them, as they stand out most. Undefined where it does not show it.
 */
function inkShown(word: readonly Looked[], { picture, covered }: Scene): Shown | undefined {
  const telling = tellingOf(word)
  const filled = telling.flatMap(({ mask }) => (mask === undefined ? [] : [mask]))
  const least = LETTERS_SEEN * telling.length
  if (filled.length === 0 || filled.length < least) return undefined
  const size = Math.min(...telling.map(({ letter }) => letter.readSize))
  const inkAs = (masks: readonly Mask[], isAlone: boolean, limits = FILLED) => {
    const likenesses = masks.map((mask) => likenessIn(mask, { picture, covered }, isAlone))
    if (likenesses.filter((one) => shownIn(one) >= limits.letter).length < least) return []
    const all = allTogether(likenesses)
    const ink = inkIn(all)
    return ink !== undefined && shownIn(all) >= limits.word && isTold(ink, size)
      ? [{ ink, isOutlined: limits === OUTLINED }]
      : []
  }
  const [plain] = inkAs(filled, false)
  if (plain !== undefined && contrastOf(plain.ink) >= STANDS_OUT) return plain
  return [
    ...(plain === undefined ? [] : [plain]),
    ...inkAs(filled, true),
    ...inkAs(filled.map(outlineOf), false, OUTLINED),
  ].toSorted((one, other) => contrastOf(other.ink) - contrastOf(one.ink))[0]
}

/** How a letter goes together with the picture; around the letter itself other letters do not count, or nothing does. */
function likenessIn(mask: Mask, { picture, covered }: Scene, isAlone: boolean): Likeness {
  const { width, height, ink } = mask
  return likenessOf(mask, picture, (at, own) => {
    const [x, y] = [own % width, Math.floor(own / width)]
    const isAround = x < PAD || y < PAD || x >= width - PAD || y >= height - PAD
    return isAround && (isAlone || (covered[at] ?? 0) > (ink[own] ?? 0))
  })
}

/** Whether others' ink lies where a word's letters stand. */
function isPiled(word: readonly Looked[], { picture, covered }: Scene): boolean {
  let [own, all] = [0, 0]
  for (const mask of inkedOf(tellingOf(word))) {
    for (let y = PAD; y < mask.height - PAD; y += 1) {
      for (let x = PAD; x < mask.width - PAD; x += 1) {
        own += mask.ink[y * mask.width + x] ?? 0
        all += covered[(mask.top + y) * picture.width + mask.left + x] ?? 0
      }
    }
  }
  return all - own > OTHERS_MAX * own
}
