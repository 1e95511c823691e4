/** How far a text that an author typed agrees with what was read from the PDF. */
export type Agreement =
  /** The PDF's own words, or an excerpt of them; small corrections, without the words that the PDF does not have. */
  | 'agrees'
  /** Another text than the PDF's: what was read counts. */
  | 'departs'
  /** No text could be read, so that the typed one counts alone. */
  | 'typed_alone'

/** Of fewer words than this nothing was read that could be held against a typed text. */
const READ_LEAST = 20
/** A page of fewer words has no title that one could be held against. */
const PAGE_LEAST = 8
/** The share of words that a correction may bring, and lose. */
const CORRECTED = 0.2
/** An excerpt is of so many letters at least. */
const EXCERPT_LEAST = 300

const WORD = /\p{L}[\p{L}\p{N}\p{M}]*/gu

/**
 * The text of an abstract that reviewers are found by. An author may put right what was read badly, but not choose a
 * reviewer by typing what nobody can see in the PDF: words that it does not have do not count, and a text that departs
 * from it counts not at all. Words that the reading cut in two, or ran together, are found.
 */
export function countedText(given: string, read: string): { text: string; agreement: Agreement } {
  if (given === read) return { text: read, agreement: 'agrees' }
  const typed = asRead(given)
  const [ofTyped, ofRead] = [wordsOf(typed), wordsOf(read)]
  if (ofRead.length < READ_LEAST) {
    return typed.trim() === ''
      ? { text: read, agreement: 'agrees' }
      : { text: typed, agreement: 'typed_alone' }
  }
  const typedLetters = ofTyped.join('')
  const { letters, has } = saying(ofRead)
  if (typedLetters.length >= EXCERPT_LEAST && letters.includes(typedLetters)) {
    return { text: typed, agreement: 'agrees' }
  }
  const foreign = ofTyped.filter((word) => !has(word)).length
  const kept = new Set(ofTyped)
  const lost = ofRead.filter((word) => !kept.has(word) && !typedLetters.includes(word)).length
  const isCorrection =
    foreign <= CORRECTED * ofTyped.length &&
    lost <= CORRECTED * ofRead.length &&
    ofTyped.length <= (1 + CORRECTED) * ofRead.length
  if (!isCorrection) return { text: read, agreement: 'departs' }
  return { text: onlyWhere(typed, has), agreement: 'agrees' }
}

/**
 * The title that reviewers are found by: of the one in force, whoever gave it, the words that the PDF's first pages have.
 * `page` is what was read there, null where nobody looked yet.
 */
export function countedTitle(given: string, page: string | null): { text: string; agreement: Agreement } {
  const title = asRead(given)
  const words = wordsOf(title)
  if (page === null || words.length === 0) return { text: title, agreement: 'agrees' }
  const ofPage = wordsOf(page)
  if (ofPage.length < PAGE_LEAST) return { text: title, agreement: 'typed_alone' }
  const { has } = saying(ofPage)
  const foreign = words.filter((word) => !has(word)).length
  return { text: onlyWhere(title, has), agreement: 2 * foreign > words.length ? 'departs' : 'agrees' }
}

/** Which words a text says, those too that the reading cut in two or ran together. */
function saying(words: readonly string[]) {
  const known = new Set(words)
  const letters = words.join('')
  const isThere = (word: string) => known.has(word) || (word.length > 3 && letters.includes(word))
  return {
    letters,
    has: (word: string) => isThere(word) || (LEFTWARD.test(word) && isThere(backwards(word))),
  }
}

/** Letters of scripts that are written to the left. PDFs have them as they stand on the page, the last one first. */
const LEFTWARD = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

function backwards(word: string): string {
  return Array.from(word).reverse().join('')
}

function onlyWhere(text: string, has: (word: string) => boolean): string {
  return text.replace(WORD, (word) => (has(plain(word)) ? word : ''))
}

function wordsOf(text: string): string[] {
  return (asRead(text).match(WORD) ?? []).map(plain)
}

/** As the words are compared: circled and squared letters are letters, and what nobody sees parts no word. */
function asRead(text: string): string {
  return text.normalize('NFKC').replace(/\p{Cf}+/gu, '')
}

function plain(word: string): string {
  return (
    word
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // Both ways: ß is SS in capitals, and the dotless ı is I.
      .toUpperCase()
      .toLowerCase()
  )
}
