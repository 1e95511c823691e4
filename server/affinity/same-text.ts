import type { Recipe } from './recipe.ts'
import { type Text, termsOf, wordsOf } from './terms.ts'

/** Of fewer words than this two texts may be the same by chance. */
const WORDS_LEAST = 4
/** Up to so many characters a text is short. */
const SHORT = 400
/** The share of the words that both have. */
const SAME = 0.95

/**
 * Whether two short texts say the same. Of such texts no term counts for much, so that their likeness tells nothing:
 * their words are compared as they are. Where either has no abstract, the titles are.
 */
export function sayTheSame(one: Text, other: Text, recipe: Recipe): boolean {
  const titles = one.abstract === '' || other.abstract === ''
  const parts = [one, other].map((text) => (titles ? { ...text, abstract: '' } : text))
  if (parts.some(({ title, abstract }) => title.length + abstract.length > SHORT)) return false
  const [here, there] = parts.map((text) => termsOf(text, { ...recipe, phrases: false, titleWeight: 1 }))
  if (here === undefined || there === undefined) return false
  if (Math.min(here.size, there.size) < WORDS_LEAST) return false
  const shared = [...here].reduce(
    (sum, [key, { count }]) => sum + Math.min(count, there.get(key)?.count ?? 0),
    0,
  )
  return 2 * shared >= SAME * (lengthOf(here) + lengthOf(there))
}

/** A run of so many words is a quotation. */
const RUN = 7

/** How many words of a text stand in runs of seven and more that the other has too. */
export function wordsCopied(one: Text, other: Text): number {
  const [own, theirs] = [one, other].map(({ title, abstract }) => wordsOf(`${title} | ${abstract}`))
  if (own === undefined || theirs === undefined) return 0
  const runAt = (words: readonly string[], at: number) => words.slice(at, at + RUN).join(' ')
  const known = new Set(own.slice(0, 1 - RUN).map((_, at) => runAt(own, at)))
  let [copied, until] = [0, 0]
  for (let at = 0; at + RUN <= theirs.length; at += 1) {
    if (!known.has(runAt(theirs, at))) continue
    copied += at + RUN - Math.max(until, at)
    until = at + RUN
  }
  return copied
}

/** Whether the other text has the title of one word for word. */
export function isNamed(one: Text, other: Text): boolean {
  const title = wordsOf(one.title)
  const [named, there] = [title, wordsOf(`${other.title} | ${other.abstract}`)].map(
    (words) => ` ${words.join(' ')} `,
  )
  return title.length >= WORDS_LEAST && there?.includes(named ?? '') === true
}

function lengthOf(terms: ReturnType<typeof termsOf>): number {
  return [...terms.values()].reduce((sum, { count }) => sum + count, 0)
}
