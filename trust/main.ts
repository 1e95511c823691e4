import { parseArgs } from 'node:util'
import { findTemplates } from './databases.ts'
import { printFaults, printFigures, printTable } from './report.ts'
import { runTrial, type Tally } from './trial.ts'
import { trials } from './trials/index.ts'

/**
 * `npm run trust [-- --full] [-- --seed N] [-- --on PGlite|PostgreSQL] [-- NAME…]`: runs the catalogue of docs/security.md on the embedded database
 * and, where one answers, on PostgreSQL, and prints one table. Ends with 1 when anything failed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    on: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !trials.some((trial) => trial.name === name))
if (unknown.length > 0) throw new Error(`no such trial: ${unknown.join(', ')}`)
const chosen = trials.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const seed = Number(values.seed)

const tallies: Tally[] = []
const { templates, remove } = await findTemplates()
try {
  for (const { name: database, template } of templates.filter(
    ({ name }) => !values.on || name === values.on,
  )) {
    for (const trial of chosen.filter(({ on }) => on === undefined || on === database)) {
      const times = (few: number, full: number) => (values.full ? full : few)
      const tally = await runTrial(trial, database, { template, seed, times })
      process.stdout.write(`${tally.faults.length === 0 ? '✓' : '✗'} ${trial.name} (${database})\n`)
      tallies.push(tally)
    }
  }
} finally {
  await remove()
}
printFaults(tallies)
printTable(tallies, seed)
printFigures(tallies)
process.exitCode = tallies.some(({ faults }) => faults.length > 0) ? 1 : 0
