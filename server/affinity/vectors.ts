import type { Recipe } from './recipe.ts'
import { type Text, termsOf } from './terms.ts'

/** Whose texts these are: a reviewer with their papers, or one submission. */
export interface Owner {
  id: string
  texts: readonly Text[]
}

/** A text as weights of terms, of length 1 before the cap; `ids` ascend. */
export interface Vector {
  ids: Int32Array
  weights: Float64Array
  /** How many words the text has, those too that no other has, and the sum of the squares of their weights. */
  words: number
  wordSquares: number
}

/** Terms that at least two texts have, by number. */
export interface Vocabulary {
  /** As first written. */
  written: readonly string[]
  /** 1 where no more than two or three owners use the term, of enough owners for that to say something. */
  isPrivate: Uint8Array
  /** 1 where the term is more than one word. */
  isPhrase: Uint8Array
}

/** All terms in the order in which they were met, and how often each text says those that it has. */
class Tally {
  readonly written: string[] = []
  readonly texts: number[] = []
  readonly owners: number[] = []
  readonly of = new Map<Text, { terms: Int32Array; counts: Float64Array }>()
  readonly #places = new Map<string, number>()
  readonly #last: number[] = []

  add(text: Text, owner: number, recipe: Recipe): void {
    const own = termsOf(text, recipe)
    const terms = new Int32Array(own.size)
    const counts = new Float64Array(own.size)
    let at = 0
    for (const [key, { written, count }] of own) {
      const place = this.#placeOf(key, written)
      this.texts[place] = (this.texts[place] ?? 0) + 1
      if (this.#last[place] !== owner) this.owners[place] = (this.owners[place] ?? 0) + 1
      this.#last[place] = owner
      terms[at] = place
      counts[at] = count
      at += 1
    }
    this.of.set(text, { terms, counts })
  }

  #placeOf(key: string, written: string): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.written.push(written) - 1
    this.#places.set(key, place)
    return place
  }
}

/**
 * Up to how many owners a word counts as agreed upon, by how many owners there are: among fewer than the first nearly
 * every word would be; among many a word that three have is as rare as one that two have among few.
 */
const PRIVATE = [
  { owners: 40, most: 3 },
  { owners: 12, most: 2 },
] as const

interface Learnt {
  vocabulary: Vocabulary
  /** The weights of a text that it was learnt from. Holds much: let it go when all are weighed. */
  vectorOf: (text: Text) => Vector
}

/** Counts in how many texts, and with how many owners, each term occurs. Each text is cut into its terms once. */
export function learnVocabulary(owners: readonly Owner[], recipe: Recipe): Learnt {
  const tally = new Tally()
  for (const [place, { texts }] of owners.entries()) for (const text of texts) tally.add(text, place, recipe)
  const all = owners.reduce((sum, { texts }) => sum + texts.length, 0)
  const numbers = new Int32Array(tally.written.length).fill(NONE)
  const shared: number[] = []
  for (const [place, texts] of tally.texts.entries()) if (texts > 1) numbers[place] = shared.push(place) - 1
  const rarity = (frequency: number) => Math.log((all + 1) / (Math.max(frequency, recipe.rareFloor) + 1)) + 1
  const most = PRIVATE.find((one) => owners.length >= one.owners)?.most ?? 0
  const vocabulary = {
    written: shared.map((place) => tally.written[place] ?? ''),
    isPrivate: Uint8Array.from(shared, (place) => ((tally.owners[place] ?? 0) <= most ? 1 : 0)),
    isPhrase: Uint8Array.from(shared, (place) => (isPhrase(tally.written[place]) ? 1 : 0)),
  }
  const vectorOf = (text: Text): Vector => {
    const { terms, counts } = tally.of.get(text) ?? { terms: new Int32Array(), counts: new Float64Array() }
    const entries: [number, number][] = []
    const words: number[] = []
    let square = 0
    terms.forEach((place, at) => {
      const weight = often(counts[at] ?? 0, recipe) * rarity(tally.texts[place] ?? 1)
      square += weight * weight
      if (!isPhrase(tally.written[place])) words.push(weight)
      const number = numbers[place] ?? NONE
      if (number !== NONE) entries.push([number, weight])
    })
    return vectorFrom({ entries, words, length: Math.sqrt(square) }, recipe)
  }
  return { vocabulary, vectorOf }
}

const NONE = -1

const isPhrase = (written = '') => written.includes(' ')

/** A text's weights: of the terms that others have too by their numbers, and of all its words; before they are cut. */
interface Uncut {
  entries: [number, number][]
  words: readonly number[]
  length: number
}

/**
 * A text's weights: frequency in the text times rarity among all texts, brought to length 1, then capped. Terms that
 * no other text has count for the length only.
 */
function vectorFrom({ entries, words, length }: Uncut, { termCap }: Recipe): Vector {
  entries.sort(([a], [b]) => a - b)
  const cut = (weight: number) => Math.min(weight / length, termCap)
  return {
    words: words.length,
    wordSquares: words.reduce((sum, weight) => sum + cut(weight) ** 2, 0),
    ids: Int32Array.from(entries, ([number]) => number),
    weights: Float64Array.from(entries, ([, weight]) => cut(weight)),
  }
}

/** Where a word's weight has half of its most (the k1 of BM25). */
const HALF_AT = 1.2

function often(count: number, { frequency }: Recipe): number {
  if (frequency === 'raw') return count
  return frequency === 'log' ? 1 + Math.log(count) : count / (count + HALF_AT)
}
