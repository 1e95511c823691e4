import { compare, likenessOf } from './explain.ts'
import type { Model } from './model.ts'
import { sayTheSame, wordsCopied } from './same-text.ts'
import { isWordList, type Text, termsOf } from './terms.ts'

/** Something an organiser should look at before they trust a figure. */
export type Suspicion =
  /** Words that nobody else uses would have made most of the likeness; they were held down. */
  | { code: 'private_words'; words: string[] }
  /** The submission is nearly one of the reviewer's own texts; short ones, and titles alone, are the same. */
  | { code: 'same_text'; paperId: string }
  /** The submission has whole runs of words of one of the reviewer's own texts. */
  | { code: 'copied_text'; paperId: string; words: number }
  /** A text says one word again and again. */
  | { code: 'repeated_word'; textId: string; word: string; times: number }
  /** A text, or its title, is a list of words without sentences; it was not read. */
  | { code: 'word_list'; textId: string }

/** Two people may share a rare word or two by chance, or by having invented it. */
const PRIVATE_WORDS = 4
const SAME_TEXT = 0.8
/** Texts that are less alike are not compared run by run. */
const COPIED_LIKENESS = 0.05
/** Two texts share that many words in runs by copying, not by chance. */
const COPIED_LEAST = 24
const REPEATED_TIMES = 25
const REPEATED_SHARE = 0.2
const WORDS_SHOWN = 8

/** What is odd about one pair; empty for nearly all. */
export function suspicionsOf(model: Model, reviewerId: string, submissionId: string): Suspicion[] {
  const submission = model.submissions.get(submissionId)
  const own = model.reviewers.get(reviewerId)
  if (submission === undefined || own === undefined) return []
  const found: Suspicion[] = []
  const words = new Set<string>()
  for (const paper of own) {
    const { open, secret, likeness } = likenessOf(model, paper, submission)
    if (likeness >= SAME_TEXT || sayTheSame(paper.text, submission.text, model.recipe))
      found.push({ code: 'same_text', paperId: paper.text.id })
    else if (likeness >= COPIED_LIKENESS) {
      const copied = wordsCopied(paper.text, submission.text)
      if (copied >= COPIED_LEAST) found.push({ code: 'copied_text', paperId: paper.text.id, words: copied })
    }
    if (secret <= open) continue
    const held = compare(model, paper, submission).shared.filter(({ isPrivate }) => isPrivate)
    for (const { id } of held) words.add(model.vocabulary.written[id] ?? '')
  }
  // Phrases of such words are no words of their own.
  const single = [...words].filter((word) => !word.includes(' '))
  if (single.length >= PRIVATE_WORDS)
    found.push({ code: 'private_words', words: single.slice(0, WORDS_SHOWN) })
  return found
}

/** What is odd about a text by itself. */
export function odditiesOf(text: Text, model: Model): Suspicion[] {
  const counts = [...termsOf(text, { ...model.recipe, phrases: false })]
  const all = counts.reduce((sum, [, { count }]) => sum + count, 0)
  const repeated = counts
    .filter(([, { count }]) => count >= REPEATED_TIMES && count > REPEATED_SHARE * all)
    .map(([, { count, written }]) => ({
      code: 'repeated_word' as const,
      textId: text.id,
      word: written,
      times: Math.round(count),
    }))
  return isWordList(text) ? [{ code: 'word_list', textId: text.id }, ...repeated] : repeated
}
