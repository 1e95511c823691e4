import {
  arabic,
  base,
  chinese,
  type FontFile,
  hebrew,
  japanese,
  korean,
  lettersOf,
  otherScripts,
} from './font-files.ts'
import { rightToLeft } from './shape.ts'

/** Some of a text, and the font that has all of it. */
export interface Stretch {
  text: string
  font: FontFile
}

const SPACE = 0x20
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What is not seen and may be missing: joiners, marks of direction, variation selectors. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/**
 * Cuts a text into stretches of one font each. What no font has stands by its number, `[U+1F600]`: never a box, and
 * never left out.
 */
export async function stretchesOf(text: string): Promise<Stretch[]> {
  const fonts = await fontsFor(text)
  const all: Stretch[] = []
  const add = async (part: string, font: FontFile) => {
    if (await isSpaceWithin(all, font)) joinLast(all)
    const last = all.at(-1)
    if (last?.font === font) last.text += part
    else all.push({ text: part, font })
  }
  for (const { segment } of clusters.segment(text)) {
    const whole = await fontOf(segment, fonts)
    if (whole !== undefined) await add(segment, whole)
    else {
      for (const one of segment) {
        if (unseen.test(one)) continue
        const font = await fontOf(one, fonts)
        if (font !== undefined) await add(one, font)
        else for (const sign of spelled(one)) await add(sign, await plain(sign, fonts))
      }
    }
  }
  return all
}

/**
 * Whether the last stretch is the space between two right-to-left words of a font that has one too: set in one piece with
 * it, so that readers that turn each piece round by itself do not leave the words in the order in which they are seen.
 */
async function isSpaceWithin(all: readonly Stretch[], font: FontFile): Promise<boolean> {
  const [before, last] = all.slice(-2)
  if (last === undefined || before?.font !== font) return false
  return /^ +$/.test(last.text) && rightToLeft.test(before.text) && (await lettersOf(font)).has(SPACE)
}

function joinLast(all: Stretch[]): void {
  const last = all.pop()
  const before = all.at(-1)
  if (before !== undefined && last !== undefined) before.text += last.text
}

/** The text as it will be read on the page: with numbers for what no font has. */
export async function legible(text: string): Promise<string> {
  return (await stretchesOf(text)).map((stretch) => stretch.text).join('')
}

const spelled = (sign: string) =>
  `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

async function plain(sign: string, fonts: readonly FontFile[]): Promise<FontFile> {
  const font = await fontOf(sign, fonts)
  if (font === undefined) throw new Error('the base font has no Latin')
  return font
}

/** The fonts that may have what is in a text; of Chinese, Japanese and Korean its own one first, as signs look otherwise. */
async function fontsFor(text: string): Promise<readonly FontFile[]> {
  const plainly = [...(await base()), ...(await hebrew()), ...(await arabic()), ...(await otherScripts(text))]
  if (!/[\u1100-\u11ff\u2070-\u{10ffff}]/u.test(text)) return plainly
  const east = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? [japanese, chinese, korean]
    : /\p{Script=Hangul}/u.test(text)
      ? [korean, chinese, japanese]
      : [chinese, japanese, korean]
  const files = await Promise.all(east.map((family) => family()))
  return [...plainly, ...files.flat()]
}

/** The first font that has all of a cluster. */
async function fontOf(cluster: string, fonts: readonly FontFile[]): Promise<FontFile | undefined> {
  const codes = Array.from(cluster)
    .filter((one) => !unseen.test(one))
    .map((one) => one.codePointAt(0) ?? 0)
  const [first] = codes
  if (first === undefined) return undefined
  for (const font of fonts) {
    if (!font.ranges.some(([from, to]) => first >= from && first <= to)) continue
    const letters = await lettersOf(font)
    if (codes.every((code) => letters.has(code))) return font
  }
  return undefined
}
