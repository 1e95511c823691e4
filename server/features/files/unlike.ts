import { latinLike } from '#server/affinity/look-alikes.ts'
import type { Look } from './letter-look.ts'
import { type Nearness, nearnessOf } from './nearest-letter.ts'

/** Of the alphabet, so many letters may be nearer to what is drawn than the one that is said. */
const NEARER_MAX = 3
/** What fonts draw as one. */
const LIGATURES = /^(?:f[fijltbhk]|ff[ijltbhk]|s[tp]|ct|th|t[tif]|tt[if]|ij|oe|ae|ss|lj|nj|dz|dj)$/i
/** Follows a letter that looks otherwise than it says, in what is read of a page; no character (Unicode §23.7). */
const UNLIKE = '\ufdd0'
/** Follows one whose look says another letter elsewhere in the file. */
const BELIED = '\ufdd1'
/** Signs that show nothing, which a letter may bring along. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Marks of letters, wherever they stand. */
const MARKS = /\p{M}+/gu
/** What the Private Use Area holds in many fonts, though no standard says so. */
const PRIVATE: Readonly<Record<string, string>> = { '\uf001': 'fi', '\uf002': 'fl' }
/** In these scripts a glyph is one letter, but for the Latin {@link LIGATURES}. */
const ONE_BY_ONE =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** In others, as Arabic and those of India, so many letters at most are drawn as one. */
const TOGETHER_MAX = 4
/** Fewer letters than this are no word that could be judged. */
const WORD_MIN = 3
const CUT = /\p{L}[-\u00ad\u2010]$/u
const MARKED_LATIN = new RegExp(`\\p{Script=Latin}${UNLIKE}`, 'gu')
const RULE = new RegExp(`(\\p{L}${UNLIKE})\\1{4,}`, 'gu')

/**
 * What a glyph says, where a sign stands for one letter (ⓐ, 𝑎, ⅽ) as that letter: as it is read in the end, so that it is
 * looked at as that.
 */
export function plainly(said: string): string {
  return Array.from(said, (sign) => {
    const plain = sign.normalize('NFKC')
    const isOne = (plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0) <= 1
    return PRIVATE[sign] ?? (isOne ? plain : sign)
  }).join('')
}

/**
 * What a glyph says, with a mark after each letter if it looks otherwise: a letter of the Latin alphabet, or of another that
 * looks like one, by its shape; several by whether fonts draw them as one; a letter with marks by its whole or by what
 * stands between them (`body`). Nothing is known of how other letters look, nor where there is no shape; one that nobody can
 * look at (`unknown`) may be any.
 */
export function marked(
  unicode: string,
  look: Look | 'unknown' | undefined,
  body: () => Look | undefined = () => undefined,
): string {
  const said = unmarked(unicode)
  const letter = said.normalize('NFKC').replace(UNSEEN, '')
  const bare = letter.normalize('NFD').replace(MARKS, '').normalize('NFC')
  const isOther = isUnlike(bare, look) && (bare === letter || look === 'unknown' || isUnlike(bare, body()))
  return isOther ? said.replace(/\p{L}/gu, `$&${UNLIKE}`) : said
}

function isUnlike(said: string, look: Look | 'unknown' | undefined): boolean {
  const letters = said.match(/\p{L}/gu) ?? []
  if (letters.length > TOGETHER_MAX) return true
  if (letters.length > 1 && ONE_BY_ONE.test(said)) return !LIGATURES.test(letters.join(''))
  const latin = latinOf(said)
  if (look === undefined || latin === undefined) return false
  return look === 'unknown' || nearnessOf(latin, look).nearer > NEARER_MAX
}

/** How a glyph that says one Latin letter, with marks or without, looks: by its whole or by its body, as it is nearer to that letter. */
export function sightOf(
  unicode: string,
  look: Look | undefined,
  body: () => Look | undefined,
): (Nearness & { look: Look }) | undefined {
  const letter = unmarked(unicode).normalize('NFKC').replace(UNSEEN, '')
  const bare = letter.normalize('NFD').replace(MARKS, '').normalize('NFC')
  const latin = latinOf(bare)
  if (look === undefined || latin === undefined) return undefined
  const whole = { ...nearnessOf(latin, look), look }
  if (whole.nearer === 0 || bare === letter) return whole
  const inner = body()
  if (inner === undefined) return whole
  const without = { ...nearnessOf(latin, inner), look: inner }
  return without.nearer < whole.nearer ? without : whole
}

/** The one Latin letter that is said, or that it looks like in every typeface. */
function latinOf(said: string): string | undefined {
  const latin = latinLike(said)
  return /^[A-Za-z]$/.test(latin) ? latin : undefined
}

/** A letter marked as one that looks otherwise than it says, or whose look says another elsewhere. */
export function doubted(written: string, isBelied: boolean): string {
  return unmarked(written).replace(/\p{L}/gu, `$&${isBelied ? BELIED : UNLIKE}`)
}

/** A text without the marks. */
export const unmarked = (text: string): string => text.replaceAll(UNLIKE, '').replaceAll(BELIED, '')

/**
 * Takes the words out of a text that look otherwise than they say: more than a third of their letters do, or one has a look that says
 * another letter elsewhere. What is left has no marks any more. A row of one sign, as a rule may be drawn, is taken out and says nothing.
 */
export function withoutUnlike(text: string): { text: string; unlike: string } {
  if (!text.includes(UNLIKE) && !text.includes(BELIED)) return { text, unlike: '' }
  const unlike: string[] = []
  const kept = text.replaceAll(RULE, ' ').replace(/\S+/g, (word) => {
    const plain = unmarked(word)
    // The rest of a word that is cut stands in the next line.
    const least = CUT.test(plain) ? 1 : WORD_MIN
    const isOther = (letter: RegExp, marks: number) => {
      const letters = plain.normalize('NFKD').match(letter)?.length ?? 0
      return letters >= least && (3 * marks > letters || word.includes(BELIED))
    }
    // Nor do Latin letters pass among many others.
    const latin = word.match(MARKED_LATIN)?.length ?? 0
    if (!isOther(/\p{L}/gu, word.length - plain.length) && !isOther(/[A-Za-z]/g, latin)) return plain
    unlike.push(plain)
    return ''
  })
  return { text: kept.replace(/\s+/g, ' ').trim(), unlike: unlike.join(' ') }
}
