import { commonOf, compare } from './explain.ts'
import { cameFirst, leftOut, likenessOf } from './likeness.ts'
import { wordsOfTwoAlphabets } from './look-alikes.ts'
import { commonFinder, type Model, type Weighed } from './model.ts'
import { laterTexts, type Near, type Nearness, nearness, whenOf } from './nearness.ts'
import { isNamed, sayTheSame, wordsCopied } from './same-text.ts'
import { isWordList, type Text, termsOf } from './terms.ts'

/** Something an organiser should look at before they trust a figure. */
export type Suspicion =
  | Nearness
  /** Words that nobody else uses would have made most of the likeness; they were held down. */
  | { code: 'private_words'; words: string[] }
  /** The submission is nearly one of the reviewer's own texts; short ones, and titles alone, are the same. */
  | { code: 'same_text'; paperId: string }
  /** The submission has whole runs of words of one of the reviewer's own texts. */
  | { code: 'copied_text'; paperId: string; words: number }
  /** Texts of the reviewer, by their titles, say hardly anything but words of the submission; they did not count for it. */
  | { code: 'echo'; papers: string[] }
  /** The submission names texts, by their titles, that the reviewer had given before it came; they count. */
  | { code: 'cited'; papers: string[] }
  /** A text of the reviewer is near to submissions that have nothing to do with each other. */
  | { code: 'many_subjects'; textId: string; title: string; submissionIds: string[] }
  /** A text says one word again and again. */
  | { code: 'repeated_word'; textId: string; word: string; times: number }
  /** A text has words of letters of two alphabets that look alike; they were read as if they were of one. */
  | { code: 'mixed_letters'; textId: string; words: string[] }
  /** A text, or its title, is a list of words without sentences; it was not read. */
  | { code: 'word_list'; textId: string }

/** Two people may share a rare word or two by chance, or by having invented it. */
const PRIVATE_WORDS = 4
const SAME_TEXT = 0.8
/** Texts that are less alike are not compared run by run. */
const COPIED_LIKENESS = 0.05
/** Two texts share that many words in runs by copying, not by chance. */
const COPIED_LEAST = 24
/** Among fewer people and papers nearness says nothing: few words are common. */
const FEWEST = 12
/** No text of the 559 of real reviewers is so near to four of 303 papers that are so far from each other. */
const NEAR = 0.08
const APART = 0.03
const SUBJECTS = 4
const REPEATED_TIMES = 25
const REPEATED_SHARE = 0.2
/** A few may be signs of a formula. */
const MIXED_WORDS = 3
const WORDS_SHOWN = 8

/** What is odd about one pair; empty for nearly all. */
export function suspicionsOf(model: Model, reviewerId: string, submissionId: string): Suspicion[] {
  const submission = model.submissions.get(submissionId)
  const own = model.reviewers.get(reviewerId)
  if (submission === undefined || own === undefined) return []
  const found: Suspicion[] = []
  const words = new Set<string>()
  const echoes: string[] = []
  const cited = own.filter(({ text }) => cameFirst(text, submission.text) && isNamed(text, submission.text))
  const counting: Near[] = []
  const compared = own.map((paper) => ({ paper, ...commonOf(model, paper, submission) }))
  const isLeftOut = leftOut(
    own,
    compared.map(({ echo }) => echo),
  )
  for (const { paper, open, secret, likeness, echo } of compared) {
    const isEcho = isLeftOut(echo)
    if (likeness >= SAME_TEXT || sayTheSame(paper.text, submission.text, model.recipe))
      found.push({ code: 'same_text', paperId: paper.text.id })
    else if (likeness >= COPIED_LIKENESS || isEcho) {
      const copied = wordsCopied(paper.text, submission.text)
      if (copied >= COPIED_LEAST) found.push({ code: 'copied_text', paperId: paper.text.id, words: copied })
      else if (isEcho) echoes.push(paper.text.title)
    }
    if (!isEcho)
      counting.push({ title: paper.text.title, likeness, when: whenOf(paper.text, submission.text) })
    if (secret <= open) continue
    const held = compare(model, paper, submission).shared.filter(({ isPrivate }) => isPrivate)
    for (const { id } of held) words.add(model.vocabulary.written[id] ?? '')
  }
  if (echoes.length > 0) found.push({ code: 'echo', papers: echoes })
  if (cited.length > 0) found.push({ code: 'cited', papers: cited.map(({ text }) => text.title) })
  const isKnown = model.submissions.size + model.reviewers.size >= FEWEST
  if (found.length === 0 && isKnown) found.push(...nearness(counting, model))
  if (isKnown) found.push(...laterTexts(counting, model))
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
  const mixed = wordsOfTwoAlphabets(`${text.title} ${text.abstract}`)
  return [
    ...(isWordList(text) ? [{ code: 'word_list' as const, textId: text.id }] : []),
    ...(mixed.length >= MIXED_WORDS
      ? [{ code: 'mixed_letters' as const, textId: text.id, words: mixed.slice(0, WORDS_SHOWN) }]
      : []),
    ...repeated,
  ]
}

/**
 * Finds texts that are near to submissions of several subjects: words of many papers in one text raise its writer at each
 * of them. Made once for many texts.
 */
export function manySubjectsFinder(model: Model): (one: Weighed) => Suspicion[] {
  const submissions = [...model.submissions.values()]
  const find = commonFinder(model, submissions)
  return ({ text, vector }) => {
    const { open, secret } = find(vector)
    const near = submissions
      .map((submission, at) => ({
        submission,
        likeness: likenessOf(open[at] ?? 0, secret[at] ?? 0, model.recipe),
      }))
      .filter(({ likeness }) => likeness >= NEAR * model.density)
      .sort((a, b) => b.likeness - a.likeness)
    const apart: Weighed[] = []
    for (const { submission } of near) {
      const isApart = apart.every(
        (other) => commonOf(model, other, submission).likeness < APART * model.density,
      )
      if (isApart) apart.push(submission)
    }
    if (apart.length < SUBJECTS) return []
    const submissionIds = apart.map((submission) => submission.text.id)
    return [{ code: 'many_subjects', textId: text.id, title: text.title, submissionIds }]
  }
}
