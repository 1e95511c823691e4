import { parseArgs } from 'node:util'
import { findTemplates } from './databases.ts'
import { printFaults, printFigures, printTable, printTally } from './report.ts'
import { runTrial, type Tally, type Trial } from './trial.ts'
import { trials } from './trials/index.ts'

/**
 * `npm run trust [-- --full] [-- --seed N] [-- --on PGlite|PostgreSQL] [-- --share K/N] [-- NAME…]`: runs the catalogue of
 * docs/security.md on the embedded database and, where one answers, on PostgreSQL, and prints one table. Ends with 1 when
 * anything failed; what was left out is told with its reason, and is in the table as such. With a share it runs each N-th trial from the K-th on, so that N processes do all of it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    on: { type: 'string' },
    share: { type: 'string', default: '1/1' },
  },
})
const unknown = positionals.filter((name) => !trials.some((trial) => trial.name === name))
if (unknown.length > 0) throw new Error(`no such trial: ${unknown.join(', ')}`)
const [share = 1, shares = 1] = values.share.split('/').map(Number)
if (!/^\d+\/\d+$/.test(values.share) || share < 1 || share > shares)
  throw new Error(`no such share: ${values.share}`)
const chosen = trials
  .filter(({ name, isExtra }) =>
    positionals.length === 0 ? values.full || isExtra !== true : positionals.includes(name),
  )
  .filter((_, at) => at % shares === share - 1)
if (chosen.length === 0) throw new Error(`this share has no trial: ${values.share}`)
const seed = Number(values.seed)

const tallies: Tally[] = []
const { templates, remove } = await findTemplates(values.on)
try {
  for (const [at, { name: database, template }] of templates.entries()) {
    const here = ({ on, isOfNone }: Trial) => (isOfNone ? at === 0 : on === undefined || on === database)
    for (const trial of chosen.filter(here)) {
      const times = (few: number, full: number) => (values.full ? full : few)
      const tally = await runTrial(trial, trial.isOfNone ? 'none' : database, { template, seed, times })
      printTally(tally)
      printFaults(tally)
      tallies.push(tally)
    }
  }
  const found = templates.map(({ name }) => name)
  for (const trial of chosen) {
    if (trial.on === undefined || found.includes(trial.on)) continue
    const why =
      values.on === undefined
        ? `no ${trial.on} answers; TEST_DATABASE_URL says where one is`
        : `it is about ${trial.on}, and --on says ${values.on}`
    const none = { tried: 0, faults: [], figures: new Map(), seconds: 0 }
    const tally: Tally = { trial, database: trial.on, ...none, leftOut: [why] }
    printTally(tally)
    tallies.push(tally)
  }
} finally {
  await remove()
}
printTable(tallies, seed)
printFigures(tallies)
process.exitCode = tallies.some(({ faults }) => faults.length > 0) ? 1 : 0
