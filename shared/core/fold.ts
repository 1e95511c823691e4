/**
 * Letters that no accent makes of others, as people type them who do not have them on their keyboard. The database folds
 * by the same table (`folded` in server/db/fold.ts).
 */
const plainLetters: readonly (readonly [letter: string, plain: string])[] = [
  ['ı', 'i'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]
const plainOf = new Map(plainLetters)
const special = new RegExp(`[${plainLetters.map(([letter]) => letter).join('')}]`, 'g')

/** Without case and accents: equal for what people take to be the same name, however it is typed. */
export function fold(text: string): string {
  // Most names need no look at Unicode's tables, and a page of papers asks for a thousand.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plainOf.get(letter) ?? letter)
}
