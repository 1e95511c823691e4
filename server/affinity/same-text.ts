import type { Recipe } from './recipe.ts'
import { type Text, termsOf } from './terms.ts'

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

function lengthOf(terms: ReturnType<typeof termsOf>): number {
  return [...terms.values()].reduce((sum, { count }) => sum + count, 0)
}
