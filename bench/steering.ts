import { affinityFinder, learnModel } from '#server/affinity/model.ts'
import { suspicionsOf } from '#server/affinity/suspicions.ts'
import type { Text } from '#server/affinity/terms.ts'
import { type Agreement, countedText } from '#server/affinity/typed-text.ts'
import { readCollection } from './expertise/collection.ts'
import { writeBetween } from './write-between.ts'

/** `npm run bench:steering -- DIR`: whether an author who types a reviewer's own phrases gets that reviewer. */
const TRIES = 160
const TYPED_MAX = 5000

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: npm run bench:steering -- FOLDER')
const { submissions, archives } = await readCollection(folder)
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
    const affinities = affinityFinder(model)(paper.id)
    const best = affinities.reduce((most, one) => Math.max(most, one), 0)
    if (best > 0 && affinities[[...model.reviewers.keys()].indexOf(target)] === best) first += 1
    if (agreement !== 'agrees' || suspicionsOf(model, target, paper.id).length > 0) flagged += 1
  }
  return { first, flagged }
}

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
process.stdout.write(`${made}\n`)
