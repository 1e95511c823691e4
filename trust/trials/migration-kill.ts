import fc from 'fast-check'
import { bringUp, type OldBed, openKilledServer, openOldBed } from '../crash/old-beds.ts'
import { oldVersions, stateOf, type Where } from '../crash/old-portal.ts'
import { differing } from '../requests/contents.ts'
import type { Bench, Trial } from '../trial.ts'

/** Databases of every older version, brought up to this one by a process that is killed on the way, and by the next. */
export const migrationKill: Trial = {
  name: 'migration-kill',
  promise:
    'A start that is killed while it brings the database up to date leaves it as if it had never begun.',
  run: async (bench) => {
    for (const version of await oldVersions()) {
      await killedOn(await openOldBed(bench.template, version), version, bench)
      // The server that the tests share is nobody's to kill.
      const own = bench.template.kind === 'postgres' && (await openKilledServer(version, bench.times(2, 20)))
      if (own) await killedOn(own, version, bench)
    }
  },
}

/** Breaks the way to this version off in some places of a bed, each in a copy of its own. */
async function killedOn(bed: OldBed, version: string, bench: Bench): Promise<void> {
  try {
    const before = await stateOf(bed.old)
    const wanted = await stateOf(bed.broughtUp)
    if (differing(before, wanted).length === 0) throw new Error(`${version} has nothing to bring up to date`)
    for (const place of placesIn(bed, bench)) {
      const where = await bed.copy()
      const fault = await killed(bed, where, place, { before, wanted })
      bench.tried(fault && `${version}, at ${bed.what} ${place + 1} of ${bed.places}: ${fault}`)
      await bed.remove(where)
    }
  } finally {
    await bed.clear()
  }
}

/** Some with chance, each from a part of its own of the way; with `--full` every statement, or many of the many writes. */
function placesIn({ places, what }: OldBed, { times, seed }: Bench): number[] {
  const few = what === 'write' ? times(2, 50) : times(4, places)
  const count = Math.min(few, places)
  const chances = fc.sample(fc.noBias(fc.nat(999_999)), { numRuns: count, seed })
  return chances.map((chance, at) => Math.floor(((at + chance / 1_000_000) * places) / count))
}

interface States {
  before: Map<string, string>
  wanted: Map<string, string>
}

async function killed(bed: OldBed, where: Where, place: number, { before, wanted }: States) {
  const alive = await bed.breakOff(where, place)
  if (alive !== undefined) return alive
  const left = await stateOf(where)
  // Killed after its last step it had done all of it.
  if (differing(before, left).length > 0 && differing(wanted, left).length > 0)
    return `half of it was left in ${differing(before, left).join(', ')}`
  await bringUp(where)
  const other = differing(wanted, await stateOf(where))
  return other.length === 0 ? undefined : `brought up again it differs in ${other.join(', ')}`
}
