import type { Recipe } from './recipe.ts'
import type { Text } from './terms.ts'
import type { Vector } from './vectors.ts'

/** What a reviewer's text and a submission have in common: sums over the terms of both. */
export interface Common {
  /** Products of weights, of what others say too. */
  open: number
  /** The same of what only these two say. */
  secret: number
  /** Squares of the weights that words of the reviewer's text have there. */
  echoed: number
}

/** How alike two texts are, 0 to 1; what only they say counts at most as much as what others say too. */
export function likenessOf(open: number, secret: number, { privateTermsCapped }: Recipe): number {
  return Math.min(1, open + (privateTermsCapped ? Math.min(secret, open) : secret))
}

/**
 * Whether a reviewer's text says hardly anything but words of the submission: `whole`, written for it or copied from it;
 * `brief`, a title that may be so by chance, though hardly several are.
 */
export type Echo = 'whole' | 'brief' | null

/** Which one a text is, whose words the submission has with `echoed` of their squares. */
export function echoOf({ words, wordSquares }: Vector, echoed: number, { echoes }: Recipe): Echo {
  const limit = echoes.find((one) => words >= one.words)
  if (limit === undefined || echoed < limit.share * wordSquares) return null
  return limit.isBrief ? 'brief' : 'whole'
}

/**
 * Whether a reviewer gave a text before the submission came. Nobody copies what is not there yet: where their words are the
 * same the submission has them from the text, and that must not cost the reviewer anything.
 */
export function cameFirst(text: Text, submission: Text | undefined): boolean {
  return text.at !== undefined && submission?.at !== undefined && text.at < submission.at
}

/** Brief echoes of together so many words are hardly there by chance. */
const BRIEF_WORDS = 8

/** Which of a reviewer's texts do not count for a submission: echoes, brief ones where they come to more than a few words. */
export function leftOut(
  texts: readonly { vector: Vector }[],
  echoes: readonly Echo[],
): (echo: Echo | undefined) => boolean {
  const said = texts.reduce((sum, { vector }, at) => sum + (echoes[at] === 'brief' ? vector.words : 0), 0)
  const several = said >= BRIEF_WORDS
  return (echo) => echo === 'whole' || (several && echo === 'brief')
}
