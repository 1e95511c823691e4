import { type Aggregation, aggregate, aggregations } from '#server/affinity/aggregate.ts'
import { learnModel } from '#server/affinity/model.ts'
import { plainTfIdf, type Recipe, recipe } from '#server/affinity/recipe.ts'
import type { Collection } from './collection.ts'
import { type Likenesses, likenessesOf, throughOthers, throughTopics } from './likenesses.ts'
import { lossOf } from './loss.ts'

/** What one variant lost on each person, in the collection's order. */
export interface Tried {
  name: string
  losses: { lost: number; all: number }[]
}

const unguarded = { rareFloor: 1, termCap: 1, privateTermsCapped: false } as const

const recipes: [string, Recipe][] = [
  ['plain TF-IDF, mean of the papers', plainTfIdf],
  ['… frequency by its logarithm', { ...plainTfIdf, frequency: 'log' }],
  ['… and stems', { ...plainTfIdf, frequency: 'log', stems: true }],
  ['… and phrases', { ...plainTfIdf, frequency: 'log', stems: true, phrases: true }],
  ['… frequency saturated instead', { ...recipe, ...unguarded, aggregation: 'mean' }],
  ['… root mean square of the papers', { ...recipe, ...unguarded }],
  ['**ours**: and guarded against stuffing', recipe],
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
    return lossesOf(name, collection, likenessesOf(model), one.aggregation)
  })
  const base = likenessesOf(learnModel(collection.submissions, collection.archives, recipe))
  const topics = throughTopics(base, TOPICS)
  return [
    ...tried,
    lossesOf(
      `latent topics alone (${TOPICS} of the conference’s own)`,
      collection,
      topics,
      recipe.aggregation,
    ),
    lossesOf('ours and latent topics, half each', collection, mixed(base, topics), recipe.aggregation),
    lossesOf(
      'ours and terms of similar texts, half each',
      collection,
      mixed(base, throughOthers(base)),
      recipe.aggregation,
    ),
  ]
}

function lossesOf(name: string, { people }: Collection, likenesses: Likenesses, how: Aggregation): Tried {
  const losses = people.map(({ id, ratings }) => {
    const papers = likenesses.papersOf.get(id)
    if (papers === undefined) throw new Error(`No archive of ${id}.`)
    return lossOf(
      ratings.map(({ paperId, expertise }) => {
        const row = likenesses.submission.get(paperId)
        if (row === undefined) throw new Error(`No submission ${paperId}.`)
        return {
          expertise,
          affinity: aggregate(
            papers.map((paper) => likenesses.between(row, paper)),
            how,
          ),
        }
      }),
    )
  })
  return { name, losses }
}

/** Two kinds of likeness, each by its spread. */
function mixed(one: Likenesses, other: Likenesses): Likenesses {
  return {
    ...one,
    between: (a, b) => one.between(a, b) / one.spread + other.between(a, b) / other.spread,
  }
}
