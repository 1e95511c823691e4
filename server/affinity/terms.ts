import { stemmer } from 'stemmer'
import { inOneAlphabet } from './look-alikes.ts'
import { stopWords } from './stop-words.ts'

/** What is compared: a paper's title and abstract; either may be empty. */
export interface Text {
  id: string
  title: string
  abstract: string
  /** When its words were given, in ms since 1970, where that is known. */
  at?: number | undefined
}

/** How texts are cut into terms. */
export interface Cut {
  /** Words are reduced to their stems, so that "matching" meets "matched". */
  stems: boolean
  /** Neighbouring words count as terms of their own, so that "random forest" is more than its words. */
  phrases: boolean
  /** How often a word of the title counts; one of the abstract counts once. */
  titleWeight: number
}

/** A term of one text: how often it occurs, and as what it was first written. */
export interface Term {
  count: number
  written: string
}

/** So many characters are read; what comes after them does not count. An abstract has about 1,500. */
const TITLE_READ = 500
export const ABSTRACT_READ = 10_000
const WORD_MAX = 40
/** Of sentences at least a fifth is grammar: so much, or more, of all that real reviewers wrote (bench/README.md). */
const LEAST_GRAMMAR = 0.12
/** A part of fewer words may be a title. */
const LIST_LEAST = 20
/** Words of so few letters are mostly grammar, in any language that parts its words. */
const SHORT_WORD = 3
const SENTENCE_END = /[.!?\u0964\u1362\u3002](?:\s|$)/u
/** Scripts that do not: a "word" of theirs is a sentence. */
const UNPARTED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u

const stemOf = new Map<string, string>()
const STEMS_KEPT = 200_000

/**
 * The terms of a text: its words without case, accents and grammar, and pairs of neighbours. A word without meaning
 * parts its neighbours. Of a part that is a mere list of words there are none.
 */
export function termsOf(text: Text, cut: Cut): Map<string, Term> {
  const terms = new Map<string, Term>()
  const add = (key: string, written: string, weight: number) => {
    const known = terms.get(key)
    if (known === undefined) terms.set(key, { count: weight, written })
    else known.count += weight
  }
  const read = (part: string, weight: number) => {
    const words = wordsOf(part)
    if (isList(part, words)) return
    let before: { key: string; word: string } | null = null
    for (const word of words) {
      if (word.length < 2 || word.length > WORD_MAX || stopWords.has(word)) {
        before = null
        continue
      }
      const key = cut.stems ? stem(word) : word
      add(key, word, weight)
      if (cut.phrases && before !== null) add(`${before.key} ${key}`, `${before.word} ${word}`, weight)
      before = { key, word }
    }
  }
  const { title, abstract } = partsRead(text)
  read(title, cut.titleWeight)
  read(abstract, 1)
  return terms
}

/** Whether a text's title or abstract is a list of words without sentences, which is not read. */
export function isWordList(text: Text): boolean {
  const { title, abstract } = partsRead(text)
  return [title, abstract].some((part) => isList(part, wordsOf(part)))
}

function partsRead({ title, abstract }: Text) {
  return { title: title.slice(0, TITLE_READ), abstract: abstract.slice(0, ABSTRACT_READ) }
}

/**
 * Words of subjects alone: who lists what they would like to be asked about has not written about it. What has the end of
 * a sentence is none: in languages whose grammar is in the endings of words, as Finnish, Estonian and Korean, words tell
 * nothing.
 */
function isList(part: string, words: readonly string[]): boolean {
  if (words.length < LIST_LEAST || SENTENCE_END.test(part)) return false
  const isGrammar = (word: string) => word.length <= SHORT_WORD || stopWords.has(word) || UNPARTED.test(word)
  const grammar = words.filter(isGrammar).length
  return grammar < LEAST_GRAMMAR * words.length
}

/**
 * The phrases that stand in a text as people read it, by their stems: neighbours across the end of a sentence or a bracket
 * are none. The model counts these too, because parting them there made it worse (bench/README.md); nobody is shown them.
 */
export function phrasesWithin({ title, abstract }: Text): ReadonlySet<string> {
  const phrases = new Set<string>()
  for (const part of `${title}. ${abstract}`.split(/[.!?;:,](?=\s)|[()[\]]/)) {
    const stems = wordsOf(part).map(stem)
    for (const [place, next] of stems.slice(1).entries()) phrases.add(`${stems[place] ?? ''} ${next}`)
  }
  return phrases
}

/** The words of a text, without case and accents, in their order. */
export function wordsOf(text: string): readonly string[] {
  const plain = inOneAlphabet(
    text.normalize('NFKD').replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''),
  ).toLowerCase()
  return plain.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []
}

/** A word's stem; as it is, of other alphabets. */
export function stem(word: string): string {
  const known = stemOf.get(word)
  if (known !== undefined) return known
  const found = stemmer(word)
  if (stemOf.size < STEMS_KEPT) stemOf.set(word, found)
  return found
}
