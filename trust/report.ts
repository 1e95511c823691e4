import { isLeftOut, type Tally } from './trial.ts'

/** Says at once how one ended: the table comes when all have. */
export function printTally(tally: Tally): void {
  const { trial, database, tried, faults, leftOut, seconds } = tally
  if (isLeftOut(tally)) {
    process.stdout.write(`– ${trial.name} (${database}): left out, ${leftOut.join('; ')}\n`)
    return
  }
  const counted = `${tried.toLocaleString('en')} tried, ${faults.length.toLocaleString('en')} failed`
  const mark = faults.length === 0 ? '✓' : '✗'
  process.stdout.write(`${mark} ${trial.name} (${database}): ${counted}, ${seconds.toFixed(0)} s\n`)
  for (const what of leftOut) process.stdout.write(`  left out: ${what}\n`)
}

/** Of one trial; one cause often shows in many attempts. */
const FAULTS_SHOWN = 10

/** Says of a failed trial what was wrong, the first few of it. */
export function printFaults({ trial, database, faults }: Tally): void {
  if (faults.length === 0) return
  process.stdout.write(`\n${trial.name} (${database}): ${trial.promise}\n`)
  for (const fault of faults.slice(0, FAULTS_SHOWN)) process.stdout.write(`  ✗ ${fault}\n`)
  if (faults.length > FAULTS_SHOWN) process.stdout.write(`  … and ${faults.length - FAULTS_SHOWN} more\n`)
}

/** What was measured on the way, and no verdict hangs on. */
export function printFigures(tallies: readonly Tally[]): void {
  for (const { trial, database, figures } of tallies)
    for (const [what, values] of figures) {
      const at = (share: number) => values.toSorted((a, b) => a - b)[Math.ceil(share * (values.length - 1))]
      const [median, high] = [at(0.5)?.toFixed(1), at(0.99)?.toFixed(1)]
      process.stdout.write(
        `${trial.name} (${database}), ${what}: ${median}, 99 of 100: ${high} (${values.length})\n`,
      )
    }
}

/** The one table: test, database, tried, failed, seconds. */
export function printTable(tallies: readonly Tally[], seed: number): void {
  const rows = tallies.map((tally) => [
    tally.trial.name,
    tally.database,
    isLeftOut(tally) ? 'left out' : tally.tried.toLocaleString('en'),
    tally.faults.length.toLocaleString('en'),
    tally.seconds.toFixed(1),
  ])
  const head = ['test', 'database', 'tried', 'failed', 'seconds']
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  process.stdout.write(`\n${[line(head), ...rows.map(line)].join('\n')}\n\nSeed ${seed}.\n`)
}
