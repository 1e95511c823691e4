import { readCollection } from './expertise/collection.ts'
import { chosenOnOthers, interval, lossOn } from './expertise/validate.ts'
import { tryVariants } from './expertise/variants.ts'
import { writeBetween } from './write-between.ts'

/** `npm run bench:affinity -- DIR`: how well affinities agree with what people say they know. */
const FOLDS = 5
const SHUFFLES = 20

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: npm run bench:affinity -- FOLDER')
const collection = await readCollection(folder)
const people = collection.people.length
const everybody = collection.people.map((_, place) => place)
const tried = tryVariants(collection)
const [yardstick] = tried
if (yardstick === undefined) throw new Error('nothing was tried')

const lines = tried.map((one) => {
  const own = interval(people, 1, (places) => lossOn(one, places))
  const gain = interval(people, 1, (places) => lossOn(one, places) - lossOn(yardstick, places))
  const difference = one === yardstick ? '–' : `${signed(gain.from)} to ${signed(gain.to)}`
  return `| ${one.name} | **${figure(lossOn(one, everybody))}** | ${figure(own.from)} to ${figure(own.to)} | ${difference} |`
})
const nested = Array.from({ length: SHUFFLES }, (_, seed) => chosenOnOthers(tried, people, FOLDS, seed + 1))
const losses = nested.map(({ loss }) => loss).sort((a, b) => a - b)
const mean = losses.reduce((sum, one) => sum + one, 0) / SHUFFLES
const times = new Map<string, number>()
for (const name of nested.flatMap(({ chosen }) => chosen)) times.set(name, (times.get(name) ?? 0) + 1)
const choices = [...times]
  .sort(([, a], [, b]) => b - a)
  .map(([name, count]) => `${name.replaceAll('**', '')} (${count})`)

const made = [
  `${people} people, ${collection.people.flatMap(({ ratings }) => ratings).length} ratings, ${collection.submissions.length} papers.`,
  '',
  '| model | loss | 95 of 100 resamplings of the people | difference from the yardstick, likewise |',
  '|---|---|---|---|',
  ...lines,
  '',
  `Chosen among all of them by cross-validation over people (${FOLDS} folds, ${SHUFFLES} shuffles): **${figure(mean)}** on the`,
  `people it was not chosen by (${figure(losses[0] ?? 0)} to ${figure(losses.at(-1) ?? 0)} over the shuffles). Of ${FOLDS * SHUFFLES} choices:`,
  `${choices.join(', ')}.`,
].join('\n')
await writeBetween('expertise', made)
process.stdout.write(`${made}\n`)

function figure(loss: number): string {
  return loss.toFixed(3)
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${figure(Math.abs(value))}`
}
