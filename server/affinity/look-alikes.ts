/** Letters of Cyrillic, Greek and Armenian that look like a Latin one in every typeface (Unicode Technical Standard 39, confusables). */
const alike: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ӏ: 'l',
  ց: 'g',
  ո: 'n',
  օ: 'o',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  І: 'I',
  Ј: 'J',
  Ѕ: 'S',
  ο: 'o',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}
const letters = Object.keys(alike).join('')
const other = new RegExp(`[${letters}]`, 'gu')
/** A Latin letter beside such a one, within a word. */
const mixed = new RegExp(
  `\\p{L}*(?:\\p{Script=Latin}[${letters}]|[${letters}]\\p{Script=Latin})\\p{L}*`,
  'gu',
)

/** The Latin letter that a letter of another alphabet looks like in every typeface; others are themselves. */
export function latinLike(letter: string): string {
  return alike[letter] ?? letter
}

/** A text whose words with letters of two alphabets that look alike are all in Latin ones; others stay as they are. */
export function inOneAlphabet(text: string): string {
  return text.replace(mixed, (word) => word.replace(other, (letter) => alike[letter] ?? letter))
}

/** The words of a text that mix such letters, each once. */
export function wordsOfTwoAlphabets(text: string): readonly string[] {
  return [...new Set(text.normalize('NFKD').match(mixed) ?? [])]
}
