import { trimSignsEnd } from '#shared/core/trim-signs.ts'
import { affinityOf } from './aggregate.ts'
import { type Common, cameFirst, echoOf, leftOut, likenessOf } from './likeness.ts'
import type { Model, Weighed } from './model.ts'
import { phrasesWithin, stem } from './terms.ts'

/** Why a reviewer has their affinity to a submission. */
export interface Explanation {
  affinity: number
  /** The terms that made it, the strongest first; `papers` of the reviewer's papers have it. */
  terms: { term: string; papers: number; share: number }[]
  /** The reviewer's papers nearest to the submission, the nearest first. */
  papers: { id: string; title: string; likeness: number }[]
  /** How many papers the reviewer has. */
  of: number
}

const TERMS_SHOWN = 5
const PAPERS_SHOWN = 3
/** Weaker ones could hardly stand for what is shown. */
const TERMS_LOOKED_AT = 60

/** The reasons for one pair; null where either is unknown. */
export function explain(model: Model, reviewerId: string, submissionId: string): Explanation | null {
  const own = model.reviewers.get(reviewerId)
  const submission = model.submissions.get(submissionId)
  if (own === undefined || submission === undefined) return null
  const compared = own.map((paper) => ({ paper, ...compare(model, paper, submission) }))
  const isLeftOut = leftOut(
    own,
    compared.map(({ echo }) => echo),
  )
  const likenesses = compared.map((one) => ({
    ...one,
    likeness: isLeftOut(one.echo) ? 0 : one.likeness,
  }))
  const gains = new Map<number, { gain: number; papers: number }>()
  for (const { likeness, shared } of likenesses.filter((one) => one.likeness > 0)) {
    for (const { id, product } of shared) {
      const known = gains.get(id) ?? { gain: 0, papers: 0 }
      // As in the root mean square, a near paper counts for more than a far one.
      gains.set(id, { gain: known.gain + product * likeness, papers: known.papers + 1 })
    }
  }
  const total = [...gains.values()].reduce((sum, { gain }) => sum + gain, 0)
  const terms = [...gains]
    .map(([id, { gain, papers }]) => ({
      term: model.vocabulary.written[id] ?? '',
      papers,
      share: total === 0 ? 0 : gain / total,
    }))
    .sort((a, b) => b.share - a.share || a.term.localeCompare(b.term))
  return {
    affinity: affinityOf(
      likenesses.map(({ likeness }) => likeness),
      model.recipe,
      { density: model.density, words: own.map(({ vector }) => vector.words) },
    ),
    terms: withoutRepeats(terms, phrasesWithin(submission.text)),
    papers: likenesses
      .filter(({ likeness }) => likeness > 0)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, PAPERS_SHOWN)
      .map(({ paper, likeness }) => ({ id: paper.text.id, title: paper.text.title, likeness })),
    of: own.length,
  }
}

/** What a reviewer's text and a submission have in common, how alike they are, and whether the text is its echo. */
export function commonOf({ vocabulary, recipe }: Model, one: Weighed, submission: Weighed) {
  const common: Common = { open: 0, secret: 0, echoed: 0 }
  forShared(one, submission, (id, product, own) => {
    common[vocabulary.isPrivate[id] === 1 ? 'secret' : 'open'] += product
    if (vocabulary.isPhrase[id] === 0) common.echoed += own * own
  })
  return {
    ...common,
    likeness: likenessOf(common.open, common.secret, recipe),
    echo: cameFirst(one.text, submission.text) ? null : echoOf(one.vector, common.echoed, recipe),
  }
}

type Tell = (id: number, product: number, own: number) => void

/** Goes through the terms of both, in their order. */
function forShared(one: Weighed, other: Weighed, tell: Tell): void {
  const [mine, theirs] = [one.vector, other.vector]
  // Both ascend.
  for (let here = 0, there = 0; here < mine.ids.length && there < theirs.ids.length; ) {
    const [id, against] = [mine.ids[here] ?? 0, theirs.ids[there] ?? 0]
    if (id === against) {
      const own = mine.weights[here] ?? 0
      tell(id, own * (theirs.weights[there] ?? 0), own)
    }
    if (id <= against) here += 1
    if (against <= id) there += 1
  }
}

/** As {@link commonOf}, with the terms of both and the products of their weights. */
export function compare(model: Model, one: Weighed, other: Weighed) {
  const shared: { id: number; product: number; isPrivate: boolean }[] = []
  forShared(one, other, (id, product) => {
    shared.push({ id, product, isPrivate: model.vocabulary.isPrivate[id] === 1 })
  })
  return { shared, ...commonOf(model, one, other) }
}

/** A phrase stands for its word where it made at least so much of what the word did. */
const PHRASE_STANDS = 0.5

/**
 * The strongest terms, each said once: a word within a phrase that is shown is left out, and a weaker phrase takes its
 * word's place where it made half as much; else the word says it, so that the strongest is never lost. Only phrases that
 * stand in the submission are said.
 */
function withoutRepeats<Shown extends { term: string; share: number }>(
  terms: readonly Shown[],
  phrases: ReadonlySet<string>,
): Shown[] {
  const shown: { one: Shown; stems: string[] }[] = []
  for (const one of terms.slice(0, TERMS_LOOKED_AT)) {
    const stems = one.term.split(' ').map(stem)
    if (stems.length > 1 && !phrases.has(stems.join(' '))) continue
    const alike = shown.filter((other) => other.stems.some((word) => stems.includes(word)))
    const [first] = alike
    if (first === undefined) {
      if (shown.length < TERMS_SHOWN) shown.push({ one, stems })
      continue
    }
    const stands = alike.every(
      (other) => other.stems.length < stems.length && one.share >= PHRASE_STANDS * other.one.share,
    )
    if (!stands) continue
    shown.splice(shown.indexOf(first), 1, { one, stems })
    for (const other of alike.slice(1)) shown.splice(shown.indexOf(other), 1)
  }
  return shown.map(({ one }) => one)
}

/** A sentence for people: `"thermal fatigue" in 4 of 12 papers, "weld" in 2; nearest: Cracks in welds.` */
export function sentenceOf({ terms, papers, of }: Explanation): string {
  if (of === 0) return 'No papers are known of this reviewer.'
  if (terms.length === 0) return 'No words in common.'
  const [first, ...others] = terms.slice(0, 3).map(({ term, papers: n }) => ({ term, n }))
  if (first === undefined) return 'No words in common.'
  const words = [
    `“${first.term}” in ${first.n} of ${of} ${of === 1 ? 'paper' : 'papers'}`,
    ...others.map(({ term, n }) => `“${term}” in ${n}`),
  ]
  const [nearest] = papers
  return nearest === undefined || nearest.title === ''
    ? `${words.join(', ')}.`
    : `${words.join(', ')}; nearest: ${trimSignsEnd(nearest.title, /[.\s]/)}.`
}
