import { aggregate } from './aggregate.ts'
import { recipe as ours, type Recipe } from './recipe.ts'
import type { Text } from './terms.ts'
import { learnVocabulary, type Owner, type Vector, type Vocabulary } from './vectors.ts'

/** A text with its weights. */
export interface Weighed {
  text: Text
  vector: Vector
}

/** Everything learnt from the texts of one conference; asked for figures and for reasons. */
export interface Model {
  recipe: Recipe
  vocabulary: Vocabulary
  submissions: ReadonlyMap<string, Weighed>
  reviewers: ReadonlyMap<string, readonly Weighed[]>
}

/**
 * Learns the model from the conference's own texts. The result does not depend on the order of what is given. A
 * reviewer's papers of the same title count once.
 */
export function learnModel(
  submissions: readonly Text[],
  reviewers: readonly Owner[],
  recipe: Recipe = ours,
): Model {
  const sorted = submissions.toSorted(byId)
  const people = reviewers.toSorted(byId).map(({ id, texts }) => ({ id, texts: withoutRepeats(texts) }))
  const owners = [...sorted.map((text) => ({ id: text.id, texts: [text] })), ...people]
  const { vocabulary, vectorOf } = learnVocabulary(owners, recipe)
  const weigh = (text: Text): Weighed => ({ text, vector: vectorOf(text) })
  return {
    recipe,
    vocabulary,
    submissions: new Map(sorted.map((text) => [text.id, weigh(text)])),
    reviewers: new Map(people.map(({ id, texts }) => [id, texts.map(weigh)])),
  }
}

/**
 * The affinity (0 to 1) of every reviewer to one submission, in the order of `model.reviewers`. Takes a moment for
 * thousands of papers: see {@link affinityFinder}, which this is for one.
 */
export function affinityFinder(model: Model): (submissionId: string) => Float64Array {
  const papers = [...model.reviewers.values()].flat()
  const index = indexOf(papers, model.vocabulary.written.length)
  const { isPrivate } = model.vocabulary
  const open = new Float64Array(papers.length)
  const secret = new Float64Array(papers.length)
  return (submissionId) => {
    open.fill(0)
    secret.fill(0)
    const vector = model.submissions.get(submissionId)?.vector
    vector?.ids.forEach((id, place) => {
      const into = isPrivate[id] === 1 ? secret : open
      const weight = vector.weights[place] ?? 0
      for (let at = index.from[id] ?? 0; at < (index.from[id + 1] ?? 0); at += 1) {
        const paper = index.paper[at] ?? 0
        into[paper] = (into[paper] ?? 0) + weight * (index.weight[at] ?? 0)
      }
    })
    let next = 0
    return Float64Array.from(model.reviewers.values(), (own) => {
      const likenesses = own.map(() => {
        const at = next
        next += 1
        return together(open[at] ?? 0, secret[at] ?? 0, model.recipe)
      })
      return aggregate(likenesses, model.recipe.aggregation)
    })
  }
}

/** Likeness from what others say too, and from what only these two say. */
export function together(open: number, secret: number, { privateTermsCapped }: Recipe): number {
  return Math.min(1, open + (privateTermsCapped ? Math.min(secret, open) : secret))
}

/** For each term the papers that have it, with its weight there; the entries of term t are from[t] to from[t + 1]. */
function indexOf(papers: readonly Weighed[], terms: number) {
  const from = new Int32Array(terms + 1)
  for (const { vector } of papers) for (const id of vector.ids) from[id + 1] = (from[id + 1] ?? 0) + 1
  for (let term = 0; term < terms; term += 1) from[term + 1] = (from[term + 1] ?? 0) + (from[term] ?? 0)
  const free = from.slice()
  const paper = new Int32Array(from[terms] ?? 0)
  const weight = new Float64Array(from[terms] ?? 0)
  for (const [place, { vector }] of papers.entries()) {
    vector.ids.forEach((id, position) => {
      const at = free[id] ?? 0
      paper[at] = place
      weight[at] = vector.weights[position] ?? 0
      free[id] = at + 1
    })
  }
  return { from, paper, weight }
}

function withoutRepeats(texts: readonly Text[]): Text[] {
  const titles = new Set<string>()
  return texts.toSorted(byId).filter(({ title, abstract }) => {
    const plain = title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
    const key = plain === '' ? abstract : plain
    if (titles.has(key)) return false
    titles.add(key)
    return true
  })
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
