import { groupBy } from '#shared/core/group-by.ts'
import { affinityOf } from './aggregate.ts'
import { type Common, cameFirst, echoOf, leftOut, likenessOf } from './likeness.ts'
import { recipe as ours, type Recipe } from './recipe.ts'
import type { Text } from './terms.ts'
import { titleKey } from './title-key.ts'
import { learnVocabulary, type Owner, type Vector, type Vocabulary } from './vectors.ts'

/** A text with its weights. */
export interface Weighed {
  text: Text
  vector: Vector
}

/** A submission's text, and whose it is where that is known: two texts of one person agree on nothing. */
export interface Submitted extends Text {
  authorId?: string | undefined
}

/** Everything learnt from the texts of one conference; asked for figures and for reasons. */
export interface Model {
  recipe: Recipe
  vocabulary: Vocabulary
  submissions: ReadonlyMap<string, Weighed>
  reviewers: ReadonlyMap<string, readonly Weighed[]>
  /** So near, or nearer, one in a hundred texts of reviewers is to a submission. */
  near: number
  /** How many times as near that is as in the collection where limits were measured; 1 where it is less, or not known. */
  density: number
}

/**
 * Learns the model from the conference's own texts. The result does not depend on the order of what is given. A
 * reviewer's papers of the same title count once.
 */
export function learnModel(
  submissions: readonly Submitted[],
  reviewers: readonly Owner[],
  recipe: Recipe = ours,
): Model {
  const sorted = submissions.toSorted(byId)
  const people = reviewers.toSorted(byId).map(({ id, texts }) => ({ id, texts: withoutRepeats(texts) }))
  const own = groupBy(
    [...sorted.map((text) => ({ id: text.authorId ?? text.id, texts: [text] })), ...people],
    ({ id }) => id,
  )
  const owners = [...own].map(([id, parts]) => ({ id, texts: parts.flatMap(({ texts }) => texts) }))
  const { vocabulary, vectorOf } = learnVocabulary(owners, recipe)
  const weigh = (text: Text): Weighed => ({ text, vector: vectorOf(text) })
  const learnt = {
    recipe,
    vocabulary,
    submissions: new Map(sorted.map((text) => [text.id, weigh(text)])),
    reviewers: new Map(people.map(({ id, texts }) => [id, texts.map(weigh)])),
  }
  const near = nearnessIn(learnt) ?? USUALLY_NEAR
  return { ...learnt, near, density: Math.max(1, near / USUALLY_NEAR) }
}

/** Of the texts of 38 real reviewers to 303 papers one in a hundred is so near (bench/README.md). */
const USUALLY_NEAR = 0.077
/** Of fewer likenesses nothing is concluded; of more than these a part says as much. */
const FEWEST_LIKENESSES = 1000
const SAMPLED = { submissions: 200, texts: 2000 }

/** Where texts are short, or all of one subject, all are nearer to each other: how near one in a hundred is. */
function nearnessIn(learnt: Omit<Model, 'near' | 'density'>): number | undefined {
  const submissions = spread([...learnt.submissions.values()], SAMPLED.submissions)
  const texts = spread([...learnt.reviewers.values()].flat(), SAMPLED.texts)
  if (submissions.length * texts.length < FEWEST_LIKENESSES) return undefined
  const find = commonFinder(learnt, texts)
  const all = new Float64Array(submissions.length * texts.length)
  for (const [row, { vector }] of submissions.entries()) {
    const { open, secret } = find(vector)
    for (const [at, one] of open.entries())
      all[row * texts.length + at] = likenessOf(one, secret[at] ?? 0, learnt.recipe)
  }
  return all.sort()[Math.floor(0.99 * all.length)]
}

/** At most so many of them, from all over. */
function spread<One>(all: readonly One[], most: number): readonly One[] {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  )
}

/**
 * The affinity (0 to 1) of every reviewer to one submission, in the order of `model.reviewers`. Takes a moment for
 * thousands of papers: see {@link commonFinder}. `onLeftOut` is told of each reviewer, by place, some of whose texts do not
 * count for it.
 */
export function affinityFinder(
  model: Model,
  onLeftOut: (submissionId: string, reviewer: number) => void = () => undefined,
): (submissionId: string) => Float64Array {
  const texts = [...model.reviewers.values()].flat()
  const find = commonFinder(model, texts)
  const words = [...model.reviewers.values()].map((own) => own.map(({ vector }) => vector.words))
  return (submissionId) => {
    const submission = model.submissions.get(submissionId)
    const { open, secret, echoed } = find(submission?.vector)
    let first = 0
    return Float64Array.from(model.reviewers.values(), (own, place) => {
      const from = first
      first += own.length
      const echoes = own.map(({ text, vector }, at) =>
        cameFirst(text, submission?.text) ? null : echoOf(vector, echoed[from + at] ?? 0, model.recipe),
      )
      const isLeftOut = leftOut(own, echoes)
      if (echoes.some(isLeftOut)) onLeftOut(submissionId, place)
      const likenesses = echoes.map((echo, at) =>
        isLeftOut(echo) ? 0 : likenessOf(open[from + at] ?? 0, secret[from + at] ?? 0, model.recipe),
      )
      return affinityOf(likenesses, model.recipe, { density: model.density, words: words[place] ?? [] })
    })
  }
}

/** {@link Common} of one text with each of several, in their order. */
type CommonAll = Readonly<Record<keyof Common, Float64Array>>

/**
 * What any text has in common with each of these, in their order; nothing with a text that is not there. The answer is
 * written anew by the next call. What it needs grows with the words of the texts: make it once for many calls.
 */
export function commonFinder({ vocabulary }: Pick<Model, 'vocabulary'>, texts: readonly Weighed[]) {
  const index = indexOf(texts, vocabulary.written.length)
  const none = () => new Float64Array(texts.length)
  const [open, secret, echoed] = [none(), none(), none()]
  return (vector: Vector | undefined): CommonAll => {
    for (const sums of [open, secret, echoed]) sums.fill(0)
    vector?.ids.forEach((id, place) => {
      const into = vocabulary.isPrivate[id] === 1 ? secret : open
      const isWord = vocabulary.isPhrase[id] === 0
      const weight = vector.weights[place] ?? 0
      for (let entry = index.from[id] ?? 0; entry < (index.from[id + 1] ?? 0); entry += 1) {
        const text = index.text[entry] ?? 0
        const own = index.weight[entry] ?? 0
        into[text] = (into[text] ?? 0) + weight * own
        if (isWord) echoed[text] = (echoed[text] ?? 0) + own * own
      }
    })
    return { open, secret, echoed }
  }
}

/** For each term the texts that have it, with its weight there; the entries of term t are from[t] to from[t + 1]. */
function indexOf(texts: readonly Weighed[], terms: number) {
  const from = new Int32Array(terms + 1)
  for (const { vector } of texts) for (const id of vector.ids) from[id + 1] = (from[id + 1] ?? 0) + 1
  for (let term = 0; term < terms; term += 1) from[term + 1] = (from[term + 1] ?? 0) + (from[term] ?? 0)
  const free = from.slice()
  const text = new Int32Array(from[terms] ?? 0)
  const weight = new Float64Array(from[terms] ?? 0)
  for (const [place, { vector }] of texts.entries()) {
    vector.ids.forEach((id, position) => {
      const at = free[id] ?? 0
      text[at] = place
      weight[at] = vector.weights[position] ?? 0
      free[id] = at + 1
    })
  }
  return { from, text, weight }
}

function withoutRepeats(texts: readonly Text[]): Text[] {
  const titles = new Set<string>()
  return texts.toSorted(byId).filter(({ title, abstract }) => {
    const plain = titleKey(title)
    const key = plain === '' ? abstract : plain
    if (titles.has(key)) return false
    titles.add(key)
    return true
  })
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
