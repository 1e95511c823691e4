import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { packedFont } from './packed-fonts.ts'

/**
 * The Noto fonts that receipts are set in, from npm: each family comes in files of some hundred characters. What no file
 * has is for `spelled-out.ts` to say.
 */

export type Weight = 400 | 700

/** One file of a family. */
export interface FontFile {
  /** Stable name, and what comes before `-wght-normal.woff2` in its path. */
  name: string
  /** The characters that it may have, as its package says. */
  ranges: readonly (readonly [first: number, last: number])[]
}

const packages = createRequire(import.meta.url)

/** Latin with Vietnamese, Cyrillic, Greek and Devanagari. */
export const base = family('noto-sans', () => true)
export const hebrew = family('noto-sans-hebrew', (part) => part === 'hebrew')
export const arabic = family('noto-sans-arabic', (part) => part === 'arabic')
const ownParts = (part: string) => /^\[\d+\]$/.test(part)
export const chinese = family('noto-sans-sc', ownParts)
export const japanese = family('noto-sans-jp', ownParts)
export const korean = family('noto-sans-kr', ownParts)

/** Scripts with a family of their own, which is opened only for texts that have a letter of it. */
const ownFamily = {
  armenian: /\p{Script=Armenian}/u,
  bengali: /\p{Script=Bengali}/u,
  ethiopic: /\p{Script=Ethiopic}/u,
  georgian: /\p{Script=Georgian}/u,
  gujarati: /\p{Script=Gujarati}/u,
  gurmukhi: /\p{Script=Gurmukhi}/u,
  kannada: /\p{Script=Kannada}/u,
  khmer: /\p{Script=Khmer}/u,
  lao: /\p{Script=Lao}/u,
  malayalam: /\p{Script=Malayalam}/u,
  myanmar: /\p{Script=Myanmar}/u,
  oriya: /\p{Script=Oriya}/u,
  sinhala: /\p{Script=Sinhala}/u,
  tamil: /\p{Script=Tamil}/u,
  telugu: /\p{Script=Telugu}/u,
  thaana: /\p{Script=Thaana}/u,
  thai: /\p{Script=Thai}/u,
}
const others = Object.entries(ownFamily).map(([script, letter]) => ({
  letter,
  files: family(`noto-sans-${script}`, (part) => part === script),
}))

/** The families that a build cuts beforehand: all but the three of which each has thousands of signs. */
export const fewSigns: readonly Family[] = [base, hebrew, arabic, ...others.map(({ files }) => files)]

/** The files of those scripts that a text has letters of. */
export async function otherScripts(text: string): Promise<readonly FontFile[]> {
  const files = others.filter(({ letter }) => letter.test(text)).map((one) => one.files())
  return (await Promise.all(files)).flat()
}

type Family = () => Promise<readonly FontFile[]>

/** A family's files, read once: each with its characters. Those of other scripts, which the base has, are left out. */
function family(name: string, isOurs: (part: string) => boolean): Family {
  let files: Promise<readonly FontFile[]> | undefined
  const read = async () => {
    const text = await readFile(packages.resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8')
    const parts: Record<string, string> = JSON.parse(text)
    return Object.entries(parts)
      .filter(([part]) => isOurs(part))
      .map(([part, ranges]) => ({
        name: `${name}/files/${name}-${part.replaceAll(/[[\]]/g, '')}`,
        ranges: rangesIn(ranges),
      }))
  }
  return () => {
    files ??= read()
    return files
  }
}

/** `U+41,U+5A-7A` as in style sheets. */
function rangesIn(text: string): FontFile['ranges'] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

const letters = new Map<string, Promise<ReadonlySet<number>>>()
const cut = new Map<string, Promise<Buffer>>()

/** The characters that a file really has. */
export function lettersOf({ name }: FontFile): Promise<ReadonlySet<number>> {
  return once(letters, name, async () => {
    const font = create((await packedFont(name, 400)) ?? (await variable(name)))
    if (!('characterSet' in font)) throw new Error(`${name} holds several fonts`)
    return new Set(font.characterSet)
  })
}

/** A file in one weight, as PDFs take it (TrueType, no variations): as a build has cut it, else cut now. The same bytes each time. */
export function fontAt(file: FontFile, weight: Weight): Promise<Buffer> {
  const make = async () => (await packedFont(file.name, weight)) ?? (await cutFont(file, weight))
  return once(cut, `${file.name} ${weight}`, make)
}

/** Cuts a file to one weight. */
export async function cutFont(file: FontFile, weight: Weight): Promise<Buffer> {
  // Read where a font is cut alone: its machine code takes memory, which most receipts do without.
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await variable(file.name), String.fromCodePoint(...(await lettersOf(file))), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  })
}

function variable(name: string): Promise<Buffer> {
  return readFile(packages.resolve(`@fontsource-variable/${name}-wght-normal.woff2`))
}

/** Makes it at the first asking; a failure is not kept. */
function once<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const before = kept.get(key)
  if (before !== undefined) return before
  const made = make()
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  return made
}
