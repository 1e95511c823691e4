import { affinityFinder, learnModel, type Model } from '#server/affinity/model.ts'
import { recipe } from '#server/affinity/recipe.ts'
import { suspicionsOf } from '#server/affinity/suspicions.ts'
import { isWordList, type Text } from '#server/affinity/terms.ts'
import { type Agreement, countedText } from '#server/affinity/typed-text.ts'
import { readCollection } from './expertise/collection.ts'
import { steeringTexts } from './expertise/steering-texts.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:steering -- DIR`: whether an author who types a reviewer's own phrases gets that reviewer, and a reviewer who
 * writes with a paper's words gets that paper.
 */
const TRIES = 160
const TYPED_MAX = 5000
/** As few texts make each added one weigh most. */
const FEW = 3
/** What people say who know a paper's subject very well. */
const VERY_WELL = 5

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: npm run bench:steering -- FOLDER')
const { submissions, archives, people } = await readCollection(folder)
const readable = submissions.filter(({ abstract }) => abstract.length > 400)
const targets = archives.filter(({ texts }) => texts.length >= 5)

let state = 7
const random = (below: number): number => {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}
const tries = Array.from({ length: TRIES }, () => {
  const [paper, target] = [readable[random(readable.length)], targets[random(targets.length)]]
  if (paper === undefined || target === undefined) throw new Error('The collection is empty.')
  const titles = target.texts.map(({ title }) => title).join('. ')
  return { paper, target: target.id, titles }
})

interface Way {
  name: string
  typed: (paper: Text, titles: string) => string
}
const ways: Way[] = [
  { name: 'nothing typed', typed: ({ abstract }) => abstract },
  { name: 'the reviewer’s titles in its place', typed: (_, titles) => titles.slice(0, TYPED_MAX) },
  {
    name: 'the titles behind it',
    typed: ({ abstract }, titles) => `${abstract} ${titles}`.slice(0, TYPED_MAX),
  },
  {
    name: 'as many of the titles as pass for a correction',
    typed: ({ abstract }, titles) => `${abstract} ${titles.slice(0, Math.floor(abstract.length / 6))}`,
  },
]

const honest = learnModel(submissions, archives)

/** How often the target came first, and whether anything was said of it. */
function outcome(counted: (typed: string, read: string) => { text: string; agreement: Agreement }, way: Way) {
  let [first, flagged] = [0, 0]
  for (const { paper, target, titles } of tries) {
    const { text, agreement } = counted(way.typed(paper, titles), paper.abstract)
    const model =
      text === paper.abstract
        ? honest
        : learnModel(
            submissions.map((one) => (one.id === paper.id ? { ...one, abstract: text } : one)),
            archives,
          )
    if (isFirst(model, paper.id, target)) first += 1
    if (agreement !== 'agrees' || suspicionsOf(model, target, paper.id).length > 0) flagged += 1
  }
  return { first, flagged }
}

function isFirst(model: Model, paperId: string, reviewerId: string): boolean {
  const affinities = affinityFinder(model)(paperId)
  const best = affinities.reduce((most, one) => Math.max(most, one), 0)
  return best > 0 && affinities[[...model.reviewers.keys()].indexOf(reviewerId)] === best
}

/** When what is there before a paper comes, the paper, and what is added after it. */
const [BEFORE, CAME, AFTER] = [1, 2, 3]
const givenAt = (at: number, texts: readonly Text[]) => texts.map((one) => ({ ...one, at }))

/** The model where a reviewer keeps a few texts and has added some; when these came is known, or nobody knows it. */
function modelWith(target: string, added: readonly Text[], isDated: boolean, how = recipe): Model {
  const stuffed = archives.map((one) => {
    if (one.id !== target) return one
    const kept = one.texts.slice(0, FEW)
    return {
      ...one,
      texts: isDated ? [...givenAt(BEFORE, kept), ...givenAt(AFTER, added)] : [...kept, ...added],
    }
  })
  return learnModel(isDated ? submissions.map((one) => ({ ...one, at: CAME })) : submissions, stuffed, how)
}

/** The same for a reviewer who adds texts of their own, to a profile of a few: unheld, and as the portal counts. */
function profileOutcome(textsFor: (paper: Text) => Text[]) {
  let [unheld, first, flagged, later] = [0, 0, 0, 0]
  for (const { paper, target } of tries) {
    const added = textsFor(paper)
    const plain = modelWith(target, added, false, { ...recipe, echoes: [], guards: null })
    if (isFirst(plain, paper.id, target)) unheld += 1
    const model = modelWith(target, added, false)
    if (isFirst(model, paper.id, target)) first += 1
    const isList = added.some(isWordList)
    if (suspicionsOf(model, target, paper.id).length > 0 || isList) flagged += 1
    const isSaidLater = suspicionsOf(modelWith(target, added, true), target, paper.id).length > 0
    if (isSaidLater || isList) later += 1
  }
  return { unheld, first, flagged, later }
}

/** How often it is said that texts came later, of people who add the rest of their own: of pairs whose paper they know very well, and of all they rated. */
function ownTextsAdded() {
  const rated = people.flatMap(({ id, ratings }) => ratings.map((one) => ({ id, ...one })))
  const said = rated.map(({ id, paperId, expertise }) => {
    const added = archives.find((one) => one.id === id)?.texts.slice(FEW) ?? []
    const found = suspicionsOf(modelWith(id, added, true), id, paperId)
    return { isExpert: expertise === VERY_WELL, isSaid: found.some(({ code }) => code === 'later_texts') }
  })
  const experts = said.filter(({ isExpert }) => isExpert)
  const count = (some: typeof said) => `${some.filter(({ isSaid }) => isSaid).length} of ${some.length}`
  return { all: count(said), experts: count(experts) }
}

const profiles = Object.entries(steeringTexts).map(([name, textsFor]) => {
  const { unheld, first, flagged, later } = profileOutcome(textsFor)
  return `| ${name} | ${unheld} | **${first}** | **${flagged}** | **${later}** |`
})
const own = ownTextsAdded()

const lines = ways.map((way) => {
  const [before, now] = [
    outcome((typed) => ({ text: typed, agreement: 'agrees' }), way),
    outcome(countedText, way),
  ]
  return `| ${way.name} | ${before.first} | **${now.first}** | ${before.flagged} | **${now.flagged}** |`
})
const made = [
  `${TRIES} tries, each of a paper and a reviewer drawn at random: how often that reviewer comes first among ${archives.length}, and how often something is said.`,
  '',
  '| typed in place of the abstract | first, taken as typed | first, as the portal counts it | said, taken as typed | said now |',
  '|---|---|---|---|---|',
  ...lines,
].join('\n')
await writeBetween('steering', made)
const madeOfProfiles = [
  `The same tries the other way round: the reviewer keeps ${FEW} texts and adds some that were made of the paper's title and abstract.`,
  '',
  '| added to the profile | first, nothing held down | first, as the portal counts it | said | said where it came after the paper |',
  '|---|---|---|---|---|',
  ...profiles,
  '',
  `Of pairs of a paper and somebody who rated it, where all but ${FEW} of their own texts come after it: that texts came later is said of ${own.all}, of those who know its subject very well of ${own.experts}.`,
].join('\n')
await writeBetween('steering-profiles', madeOfProfiles)
process.stdout.write(`${made}\n\n${madeOfProfiles}\n`)
