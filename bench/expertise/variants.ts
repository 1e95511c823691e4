import { affinityOf, aggregations } from '#server/affinity/aggregate.ts'
import { affinityFinder, learnModel, type Model } from '#server/affinity/model.ts'
import { plainTfIdf, type Recipe, recipe } from '#server/affinity/recipe.ts'
import type { Collection } from './collection.ts'
import { type Likenesses, likenessesOf, throughOthers, throughTopics } from './likenesses.ts'
import { lossOf } from './loss.ts'

/** What one variant lost on each person, in the collection's order. */
export interface Tried {
  name: string
  losses: { lost: number; all: number }[]
}

const unguarded = { rareFloor: 1, termCap: 1, privateTermsCapped: false, echoes: [], guards: null } as const

const recipes: [string, Recipe][] = [
  ['plain TF-IDF, mean of the papers', plainTfIdf],
  ['… frequency by its logarithm', { ...plainTfIdf, frequency: 'log' }],
  ['… and stems', { ...plainTfIdf, frequency: 'log', stems: true }],
  ['… and phrases', { ...plainTfIdf, frequency: 'log', stems: true, phrases: true }],
  ['… frequency saturated instead', { ...recipe, ...unguarded, aggregation: 'mean' }],
  ['… root mean square of the papers', { ...recipe, ...unguarded }],
  ['… rare and private words held down', { ...recipe, echoes: [], guards: null }],
  ['… echoes of the paper left out', { ...recipe, guards: null }],
  ['**ours**: and single near texts held down', recipe],
  ['ours, the title twice', { ...recipe, titleWeight: 2 }],
  ['ours, the title three times', { ...recipe, titleWeight: 3 }],
  ['ours, without phrases', { ...recipe, phrases: false }],
  ...aggregations
    .filter((how) => how !== recipe.aggregation)
    .map((aggregation): [string, Recipe] => [
      `ours, ${aggregation.replaceAll('_', ' ')}`,
      { ...recipe, aggregation },
    ]),
]

const TOPICS = 100

/** Every variant on the whole collection; nothing in them is fitted to it. */
export function tryVariants(collection: Collection): Tried[] {
  const tried = recipes.map(([name, one]) => {
    const model = learnModel(collection.submissions, collection.archives, one)
    return lossesOf(name, collection, affinitiesOf(model))
  })
  const base = likenessesOf(learnModel(collection.submissions, collection.archives, recipe))
  const topics = throughTopics(base, TOPICS)
  return [
    ...tried,
    lossesOf(`latent topics alone (${TOPICS} of the conference’s own)`, collection, fromLikenesses(topics)),
    lossesOf('ours and latent topics, half each', collection, fromLikenesses(mixed(base, topics))),
    lossesOf(
      'ours and terms of similar texts, half each',
      collection,
      fromLikenesses(mixed(base, throughOthers(base))),
    ),
  ]
}

/** The affinity of a person to a paper, by their ids. */
type Affinity = (personId: string, paperId: string) => number

function lossesOf(name: string, { people }: Collection, affinity: Affinity): Tried {
  const losses = people.map(({ id, ratings }) =>
    lossOf(ratings.map(({ paperId, expertise }) => ({ expertise, affinity: affinity(id, paperId) }))),
  )
  return { name, losses }
}

function affinitiesOf(model: Model): Affinity {
  const find = affinityFinder(model)
  const placeOf = new Map([...model.reviewers.keys()].map((id, place) => [id, place]))
  const known = new Map([...model.submissions.keys()].map((id) => [id, find(id)]))
  return (personId, paperId) => {
    const affinity = known.get(paperId)?.[placeOf.get(personId) ?? -1]
    if (affinity === undefined) throw new Error(`No archive of ${personId}, or no submission ${paperId}.`)
    return affinity
  }
}

/** Mixed likenesses are of another size than those that are held down. */
function fromLikenesses({ papersOf, submission, between }: Likenesses): Affinity {
  return (personId, paperId) => {
    const [papers, row] = [papersOf.get(personId), submission.get(paperId)]
    if (papers === undefined || row === undefined) throw new Error(`No ${personId}, or no ${paperId}.`)
    return affinityOf(
      papers.map((paper) => between(row, paper)),
      { ...recipe, guards: null },
    )
  }
}

/** Two kinds of likeness, each by its spread. */
function mixed(one: Likenesses, other: Likenesses): Likenesses {
  return {
    ...one,
    between: (a, b) => one.between(a, b) / one.spread + other.between(a, b) / other.spread,
  }
}
