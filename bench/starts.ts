import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '#tests/portal-process.ts'
import { median } from './measure.ts'
import { benchDatabase, kinds } from './portals.ts'

const ROUNDS = 3

/**
 * How long the built portal takes from the command to the door, with nothing there and with what an earlier process left: a
 * line a database, in seconds.
 */
export async function starts(hasPostgres: boolean): Promise<string[]> {
  const times = kinds
    .filter((kind) => kind === 'PGlite' || hasPostgres)
    .map((kind) => ({ kind, fresh: [] as number[], existing: [] as number[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { kind, fresh, existing } of times) {
      const database = kind === 'PostgreSQL' ? await benchDatabase() : undefined
      if (kind === 'PostgreSQL' && database === undefined) throw new Error('No PostgreSQL answers any more.')
      const earlier = { dataDir: await mkdtemp(join(tmpdir(), 'lectern-start-')) }
      const env = {
        DATA_DIR: earlier.dataDir,
        ...(database === undefined ? {} : { DATABASE_URL: database.url }),
      }
      try {
        const [first, took] = await started(() => startPortal(env, earlier))
        fresh.push(took)
        await first.stop()
        const [second, again] = await started(() => startPortal(env, earlier))
        existing.push(again)
        await second.close()
      } finally {
        await database?.drop()
      }
    }
  }
  return times.map(({ kind, fresh, existing }) => `| ${kind} | ${shown(fresh)} | ${shown(existing)} |`)
}

async function started<T>(start: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  return [await start(), (performance.now() - began) / 1000]
}

function shown(seconds: readonly number[]): string {
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map((one) => one.toFixed(2))
  return `**${median(seconds).toFixed(2)}** (${least}–${most})`
}
