import type { Oddity } from './propose-contract.ts'

/** From this score on a reviewer counts as an expert: all of a paper's topics, or much of its words. */
export const EXPERT = 0.4

/**
 * What makes a score no proof of knowing: words or sentences that the two texts have from each other, or more of them than
 * who knows the subject writes. What is hidden is
 * not read, and what was typed in place of the PDF's text does not count, so that these two leave the score as it is.
 */
const doubted: readonly Oddity['kind'][] = [
  'copied_text',
  'private_words',
  'same_text',
  'repeated_word',
  'too_near',
  'all_near',
  'lone_text',
  'later_texts',
  'many_subjects',
  'cited',
  'mixed_letters',
]

/** Whether a pair's score may rest on a text that was written to make it. */
export function isDoubted(oddities: readonly Pick<Oddity, 'kind'>[]): boolean {
  return oddities.some(({ kind }) => doubted.includes(kind))
}
