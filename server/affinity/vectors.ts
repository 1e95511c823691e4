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
}

/** Terms that at least two texts have, by number. */
export interface Vocabulary {
  number: ReadonlyMap<string, number>
  /** As first written. */
  written: readonly string[]
  /** 1 where no more than two owners use the term, of a conference large enough for that to say something. */
  isPrivate: Uint8Array
  weightOf: (frequency: number) => number
  frequency: ReadonlyMap<string, number>
}

interface Seen {
  written: string
  texts: number
  owners: number
  last: number
}

/** Among fewer texts than this, two people are often the only ones with a word of their subject. */
const LARGE = 100

/** Counts in how many texts, and with how many owners, each term occurs. */
export function learnVocabulary(owners: readonly Owner[], recipe: Recipe): Vocabulary {
  const seen = new Map<string, Seen>()
  let count = 0
  for (const [place, owner] of owners.entries()) {
    for (const text of owner.texts) {
      count += 1
      for (const [key, { written }] of termsOf(text, recipe)) {
        const known = seen.get(key)
        if (known === undefined) seen.set(key, { written, texts: 1, owners: 1, last: place })
        else {
          known.texts += 1
          if (known.last !== place) known.owners += 1
          known.last = place
        }
      }
    }
  }
  const large = count >= LARGE
  const shared = [...seen].filter(([, { texts }]) => texts > 1)
  return {
    number: new Map(shared.map(([key], place) => [key, place])),
    written: shared.map(([, { written }]) => written),
    isPrivate: Uint8Array.from(shared, ([, one]) => (large && one.owners <= 2 ? 1 : 0)),
    frequency: new Map(shared.map(([key, { texts }]) => [key, texts])),
    weightOf: (frequency) => Math.log((count + 1) / (Math.max(frequency, recipe.rareFloor) + 1)) + 1,
  }
}

/**
 * A text's weights: frequency in the text times rarity among all texts, brought to length 1, then capped. Terms that
 * no other text has count for the length only.
 */
export function vectorOf(text: Text, vocabulary: Vocabulary, recipe: Recipe): Vector {
  const entries: [number, number][] = []
  let square = 0
  for (const [key, { count }] of termsOf(text, recipe)) {
    const weight = often(count, recipe) * vocabulary.weightOf(vocabulary.frequency.get(key) ?? 1)
    square += weight * weight
    const number = vocabulary.number.get(key)
    if (number !== undefined) entries.push([number, weight])
  }
  entries.sort(([a], [b]) => a - b)
  const length = Math.sqrt(square)
  return {
    ids: Int32Array.from(entries, ([number]) => number),
    weights: Float64Array.from(entries, ([, weight]) => Math.min(weight / length, recipe.termCap)),
  }
}

/** Where a word's weight has half of its most (the k1 of BM25). */
const HALF_AT = 1.2

function often(count: number, { frequency }: Recipe): number {
  if (frequency === 'raw') return count
  return frequency === 'log' ? 1 + Math.log(count) : count / (count + HALF_AT)
}
