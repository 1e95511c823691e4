import { latinLike } from '#server/affinity/look-alikes.ts'
import { entry } from './operands.ts'

/** What has lost its dot. */
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }
/** Codes below are the same letters in every encoding of several bytes that does not go by glyphs' numbers. */
const ASCII_END = 0x80

/**
 * Whether a glyph of a font that the file does not have says other Latin letters than those that viewers draw in its place: they
 * go by its encoding's names, or by its code.
 */
export function isDrawnOtherwise(font: unknown, glyph: unknown): boolean {
  const [said, drawn] = [entry(glyph, 'unicode'), drawnFor(font, glyph)]
  if (typeof said !== 'string' || drawn === undefined || /^[\p{Co}\p{Cc}\p{Cn}]*$/u.test(drawn)) return false
  const letters = latinIn(said)
  return letters !== '' && letters !== latinIn(drawn)
}

function drawnFor(font: unknown, glyph: unknown): string | undefined {
  const drawn = entry(glyph, 'fontChar')
  if (entry(font, 'composite') !== true) return typeof drawn === 'string' ? drawn : undefined
  const code = entry(glyph, 'originalCharCode')
  const isByNumber = /^Identity/.test(String(entry(entry(font, 'cMap'), 'name')))
  if (isByNumber || typeof code !== 'number' || code >= ASCII_END) return undefined
  return String.fromCharCode(code)
}

/** The Latin letters of what is said or drawn, small and without marks. */
function latinIn(text: string): string {
  const plain = Array.from(text.normalize('NFKD'), (one) => DOTLESS[one] ?? latinLike(one)).join('')
  return (plain.match(/[A-Za-z]/g) ?? []).join('').toLowerCase()
}
