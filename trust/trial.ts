import type { Template } from '#tests/setup/template.ts'

/** One test of the catalogue in docs/security.md: something tried many times that must never succeed, or never fail. */
export interface Trial {
  /** As the catalogue calls it. */
  name: string
  /** What is promised, in one sentence. */
  promise: string
  /** The one database that it is about; both where nothing is said. */
  on?: string
  /** It asks no database: it is run once, on the first that is there. */
  isOfNone?: true
  /** It runs by its name and with `--full` alone: what it tries is in the test command already, or asks somebody elsewhere. */
  isExtra?: true
  run: (bench: Bench) => Promise<void>
}

/** What a trial is given, and where it counts. */
export interface Bench {
  /** Where its database is copied from. */
  template: Template
  /** How often: the small number in the test command, the large one with `--full`. */
  times: (few: number, full: number) => number
  /** Where all chance comes from; printed, so that a run can be repeated. */
  seed: number
  /** Counts one attempt; a fault is what was wrong about it. */
  tried: (fault?: string) => void
  /** Notes a figure that is told beside the table, as median and 99 of 100; no verdict hangs on it. */
  measured: (what: string, value: number) => void
  /** Says what of it, or that all of it, cannot be tried here, and why: neither passed nor failed. */
  leftOut: (what: string) => void
}

/** What a trial counted on one database. */
export interface Tally {
  trial: Trial
  database: string
  tried: number
  faults: string[]
  figures: ReadonlyMap<string, number[]>
  /** What was not tried, and why. */
  leftOut: readonly string[]
  seconds: number
}

/** Nothing of it was tried, with a reason. */
export function isLeftOut({ tried, faults, leftOut }: Tally): boolean {
  return tried === 0 && faults.length === 0 && leftOut.length > 0
}

/** Runs one trial. One that throws has failed, and so has one that tried nothing. */
export async function runTrial(
  trial: Trial,
  database: string,
  bench: Omit<Bench, 'tried' | 'measured' | 'leftOut'>,
): Promise<Tally> {
  const started = performance.now()
  const faults: string[] = []
  const figures = new Map<string, number[]>()
  const leftOut: string[] = []
  let tried = 0
  const count = (fault?: string) => {
    tried += 1
    if (fault !== undefined) faults.push(fault)
  }
  const measured = (what: string, value: number) => {
    const values = figures.get(what) ?? []
    values.push(value)
    figures.set(what, values)
  }
  try {
    await trial.run({ ...bench, tried: count, measured, leftOut: (what) => leftOut.push(what) })
    if (tried === 0 && leftOut.length === 0) faults.push('nothing was tried')
  } catch (error) {
    faults.push(`it broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  return { trial, database, tried, faults, figures, leftOut, seconds: (performance.now() - started) / 1000 }
}
