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
export function countedText(typed: string, read: string): { text: string; agreement: Agreement } {
  if (typed === read) return { text: read, agreement: 'agrees' }
  const [ofTyped, ofRead] = [wordsOf(typed), wordsOf(read)]
  if (ofRead.length < READ_LEAST) {
    return typed.trim() === ''
      ? { text: read, agreement: 'agrees' }
      : { text: typed, agreement: 'typed_alone' }
  }
  const [letters, typedLetters] = [ofRead.join(''), ofTyped.join('')]
  if (typedLetters.length >= EXCERPT_LEAST && letters.includes(typedLetters)) {
    return { text: typed, agreement: 'agrees' }
  }
  const known = new Set(ofRead)
  const isKnown = (word: string) => known.has(word) || (word.length > 3 && letters.includes(word))
  const foreign = ofTyped.filter((word) => !isKnown(word)).length
  const kept = new Set(ofTyped)
  const lost = ofRead.filter((word) => !kept.has(word) && !typedLetters.includes(word)).length
  const isCorrection =
    foreign <= CORRECTED * ofTyped.length &&
    lost <= CORRECTED * ofRead.length &&
    ofTyped.length <= (1 + CORRECTED) * ofRead.length
  if (!isCorrection) return { text: read, agreement: 'departs' }
  return { text: typed.replace(WORD, (word) => (isKnown(plain(word)) ? word : '')), agreement: 'agrees' }
}

function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).map(plain)
}

function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}
