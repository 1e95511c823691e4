import { cameFirst } from './likeness.ts'
import type { Model } from './model.ts'
import type { Text } from './terms.ts'

/** A text of a reviewer that counts for a submission. */
export interface Near {
  title: string
  likeness: number
  when: When
}

/** Whether a text was given before the submission came; null where nobody knows. */
type When = 'before' | 'after' | null

/** What is odd about how near a reviewer's texts are to a submission. */
export type Nearness =
  /** Texts of the reviewer, by their titles, are nearer to the submission than what real experts wrote is to papers of their subject. */
  | { code: 'too_near'; papers: string[] }
  /** More than half of the reviewer's texts are nearer to the submission than one in a hundred is. */
  | { code: 'all_near'; texts: number; of: number }
  /** One text of the reviewer, by its title, is near to the submission, and all others are far from it. */
  | { code: 'lone_text'; paper: string }
  /** Texts of the reviewer, by their titles, came after the submission and are much nearer to it than all from before. */
  | { code: 'later_texts'; papers: string[] }

/** Of 47 pairs of a paper and somebody who knows its subject very well two have one so near text, or two of the second (bench/README.md). */
const TOO_NEAR = { one: 0.2, two: 0.17 }
/** So near, and so many times as near as the next: of 11,514 pairs of real reviewers and papers 3, none with somebody who knows the subject. */
const LONE = { likeness: 0.12, times: 4 }
/** Of fewer texts half may be near by chance. */
const MANY = 3
/** So many times as near as the nearest from before is nearness that came with what was added. */
const LATER_TIMES = 2

/** When a text was given, seen from a submission. */
export function whenOf(text: Text, submission: Text): When {
  if (text.at === undefined || submission.at === undefined) return null
  return cameFirst(text, submission) ? 'before' : 'after'
}

/** What is odd about how near the texts are that count. */
export function nearness(counting: readonly Near[], { near: usually, density }: Model): Nearness[] {
  const sorted = counting.toSorted((a, b) => b.likeness - a.likeness)
  const near = sorted.filter(({ likeness }) => likeness >= TOO_NEAR.two * density)
  if (near.length > 1 || near.some(({ likeness }) => likeness >= TOO_NEAR.one * density))
    return [{ code: 'too_near', papers: near.map(({ title }) => title) }]
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (sorted.length >= MANY && middle !== undefined && middle.likeness >= usually)
    return [
      {
        code: 'all_near',
        texts: sorted.filter(({ likeness }) => likeness >= usually).length,
        of: sorted.length,
      },
    ]
  const [first, second] = sorted
  const isLone =
    first !== undefined &&
    first.likeness >= LONE.likeness * density &&
    first.likeness >= LONE.times * (second?.likeness ?? 0)
  return isLone ? [{ code: 'lone_text', paper: first.title }] : []
}

/**
 * What was added or corrected after the submission came, and is much nearer to it than all that its writer had given
 * before: who knows a subject has mostly written about it by then. Empty where nothing is from before, as with somebody
 * who was invited late.
 */
export function laterTexts(counting: readonly Near[], { near: usually }: Model): Nearness[] {
  const earlier = counting.filter(({ when }) => when === 'before').map(({ likeness }) => likeness)
  if (earlier.length === 0) return []
  const least = Math.max(usually, LATER_TIMES * Math.max(...earlier))
  const later = counting
    .filter(({ when, likeness }) => when === 'after' && likeness >= least)
    .toSorted((a, b) => b.likeness - a.likeness)
  return later.length === 0 ? [] : [{ code: 'later_texts', papers: later.map(({ title }) => title) }]
}
