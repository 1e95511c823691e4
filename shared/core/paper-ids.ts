import { checkCharacter } from '#shared/core/ids.ts'

/** What a text that people typed says of papers; every id in compact form, {@link compactId}, and each once. */
export interface IdsFound {
  /** Known papers whose id stands there, its check character fitting. */
  papers: string[]
  /** Ids with a fitting check character that no known paper has. */
  unknown: string[]
  /** Known papers within one slip of a text that only looks like an id. */
  likely: string[]
  /** There is a text that looks like an id and is mistyped. */
  mistyped: boolean
}

/** Characters that people and banks put between the parts of an id, or break it with. */
const SEPARATOR = /[\s\u00b7\u2010-\u2015\u2212\-_./:,]/
/** What stands between the cells of a statement's line: no id goes on from one to the next. */
export const BETWEEN_CELLS = ' \u00b7 '
/** The longest id looked for has so many letters and digits after its P: year, serial of six, check character. */
const LONGEST = 9
const MOST_BETWEEN = 5
/** As many mistyped ids of one text are looked up: one that is full of them is no payment's. */
const MOST_NEAR = 5
/** An id that was written without its P. */
const WITHOUT_P = /(?<![0-9A-Z])(\d{2})[-\s./]?(\d{4,6})[-\s./]?([0-9A-Z])(?![0-9A-Z])/g
/** An id whose serial lost the zeros in front of it. */
const WITHOUT_ZEROS =
  /(?<![0-9A-Z])P[-\s./\u2010-\u2015]{0,3}(\d{2})[-\s./\u2010-\u2015]{1,3}(\d{1,3})[-\s./\u2010-\u2015]{1,3}([0-9A-Z])(?![0-9A-Z])/g
/** Greek and Cyrillic capitals that look like Latin ones. */
const LOOK_LATIN = new Map(
  Array.from('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВСЕНІЈКМОРЅТХУ', (one, at): [string, string] => [
    one,
    'ABEZHIKMNOPTYXABCEHIJKMOPSTXY'.charAt(at),
  ]),
)
/** An id in compact form has at least so many characters. */
const SHORTEST = 8
const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/**
 * Finds paper ids anywhere in a text: whatever separates their parts, in either case, with O for 0 and I or l for 1
 * (decisions.md §2), and with Greek and Cyrillic letters that look like Latin ones. A serial of more than four digits has no zero in front, so an id and what follows it stay apart.
 * `isKnown` is asked in compact form.
 */
export function paperIdsIn(text: string, isKnown: (compact: string) => boolean): IdsFound {
  const upper = plainOf(text)
  const [papers, unknown, likely] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let mistyped = false
  let looks = 0
  /** `unlooked` where there were too many before. */
  const nearTo = (typed: string, isOne: (compact: string) => boolean, unlooked: string[]) => {
    looks += 1
    return looks > MOST_NEAR ? unlooked : nearIds(typed, isOne)
  }
  for (let at = upper.indexOf('P'); at >= 0; at = upper.indexOf('P', at + 1)) {
    const following = followingIn(upper, at + 1)
    const sound = soundAt(following)
    const known = sound.filter(({ id }) => isKnown(id))
    // Where O stands for 0 in the check character itself, a slip elsewhere may hide behind it.
    const doubted = known.flatMap(({ id, typed }) =>
      typed === id ? [] : nearTo(typed, (near) => near !== id && isKnown(near), [id]),
    )
    if (known.length > 0) {
      for (const { id } of known) (doubted.length === 0 ? papers : likely).add(id)
      for (const id of doubted) likely.add(id)
      mistyped ||= doubted.length > 0
      continue
    }
    for (const { id, typed } of sound) if (typed === id) unknown.add(id)
    if (isLetterOrDigit(upper[at - 1])) continue
    const digits = looksLikeId(following, asDigits(following.letters))
    // With a letter among its digits it is many a word: an id only where a paper is near.
    const typed = digits ?? looksLikeId(following, asDigitsButOne(following.letters))
    if (typed === undefined) continue
    const near = nearTo(typed, isKnown, [])
    for (const id of near) likely.add(id)
    mistyped ||= near.length > 0 || (digits !== undefined && sound.length === 0 && typed.length >= SHORTEST)
  }
  for (const [, year = '', serial = '', check = ''] of upper.matchAll(WITHOUT_P)) {
    const id = `P${year}${serial}${check}`
    if (papers.has(id) || !isKnown(id)) continue
    likely.add(id)
    mistyped = true
  }
  for (const [, year = '', serial = '', check = ''] of upper.matchAll(WITHOUT_ZEROS)) {
    const stem = `P${year}${serial.padStart(4, '0')}`
    const id = stem + checkCharacter(stem)
    if (papers.has(id) || alike(check) !== alike(id.slice(-1)) || !isKnown(id)) continue
    likely.add(id)
    mistyped = true
  }
  return { papers: [...papers], unknown: [...unknown], likely: [...likely], mistyped }
}

/** In capitals, without what nobody sees, and words that could be Latin as such: an id is copied with either. */
function plainOf(text: string): string {
  const upper = text
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .toUpperCase()
  if (!/[\u0370-\u052f]/.test(upper)) return upper
  return upper.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const latin = Array.from(word, (one) => LOOK_LATIN.get(one) ?? one).join('')
    return /^[0-9A-Z]+$/.test(latin) ? latin : word
  })
}

/** `P26-0007-K` without its separators; the form in which ids are compared. */
export function compactId(paperId: string): string {
  return paperId.replaceAll('-', '')
}

/**
 * Ids within one slip of a mistyped one, a wrong, missing, surplus or swapped character, among those that are known.
 * Both in compact form.
 */
function nearIds(typed: string, isKnown: (compact: string) => boolean): string[] {
  const near = new Set<string>()
  const consider = (candidate: string) => {
    if (candidate !== typed && isKnown(candidate)) near.add(candidate)
  }
  for (let at = 1; at <= typed.length; at += 1) {
    const [before, rest] = [typed.slice(0, at), typed.slice(at)]
    consider(before + rest.slice(1))
    if (rest.length > 1) consider(before + rest.charAt(1) + rest.charAt(0) + rest.slice(2))
    for (const digit of '0123456789') {
      consider(before + digit + rest.slice(1))
      consider(before + digit + rest)
    }
  }
  // A wrong or missing check character: the stem says the paper.
  for (const stem of [typed.slice(0, -1), typed]) consider(stem + checkCharacter(stem))
  return [...near]
}

interface Following {
  letters: string
  /** For each letter, whether the text goes on right behind it. */
  glued: boolean[]
  /** For each letter, whether a space stands before it. */
  spaced: boolean[]
}

/** The letters and digits from a place on, separators left out, up to the first other character. */
function followingIn(upper: string, from: number): Following {
  let letters = ''
  const [glued, spaced]: [boolean[], boolean[]] = [[], []]
  let gap = ''
  for (let at = from; at < upper.length && letters.length < LONGEST; at += 1) {
    const char = upper.charAt(at)
    if (isLetterOrDigit(char)) {
      letters += char
      glued.push(isLetterOrDigit(upper[at + 1]))
      spaced.push(/\s/.test(gap))
      gap = ''
    } else if (SEPARATOR.test(char) && gap.length < MOST_BETWEEN) {
      gap += char
      if (gap.endsWith(BETWEEN_CELLS)) break
    } else break
  }
  return { letters, glued, spaced }
}

/**
 * Every id that may begin here, as it is and with the check character as typed. The first letter of the next word is no
 * check character, though it may fit: who forgot theirs would have one by chance.
 */
function soundAt({ letters, glued, spaced }: Following): { id: string; typed: string }[] {
  const digits = asDigits(letters)
  const found: { id: string; typed: string }[] = []
  for (let length = 4; length <= 6 && digits.length >= 2 + length; length += 1) {
    const stem = `P${digits.slice(0, 2 + length)}`
    if (length > 4 && stem.charAt(3) === '0') break
    const check = checkCharacter(stem)
    const typed = letters.charAt(2 + length)
    if (spaced[2 + length] === true && glued[2 + length] === true) continue
    if (alike(typed) === alike(check)) found.push({ id: stem + check, typed: stem + typed })
  }
  return found
}

/** Year, three to six digits and mostly one more character, with the text going no further. */
function looksLikeId({ letters, glued }: Following, digits: string): string | undefined {
  if (digits.length < 5) return undefined
  for (let length = Math.min(letters.length, digits.length + 1); length >= 6; length -= 1) {
    if (glued[length - 1] === false) {
      const head = digits.slice(0, length - 1)
      return `P${head}${letters.slice(head.length, length)}`
    }
  }
  return undefined
}

/** The leading run of digits, and of letters that look like one. */
function asDigits(letters: string): string {
  let digits = ''
  for (const char of letters) {
    const digit = alike(char)
    if (!/\d/.test(digit)) break
    digits += digit
  }
  return digits
}

/** The same with one other letter among them, as a `5` read as `S`; all digits there where none follows it. */
function asDigitsButOne(letters: string): string {
  const before = asDigits(letters)
  const behind = asDigits(letters.slice(before.length + 1))
  return behind === '' ? before : `${before}${letters.charAt(before.length)}${behind}`
}

const alike = (char: string) => lookalikes[char] ?? char
const isLetterOrDigit = (char: string | undefined) => char !== undefined && /[0-9A-Z]/.test(char)
