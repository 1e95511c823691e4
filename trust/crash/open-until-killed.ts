import fs from 'node:fs'
import { join } from 'node:path'
import { startPglite } from '#server/db/embedded/start-pglite.ts'
import { openPglite } from '#server/db/open.ts'

/**
 * Opens the embedded database of a data folder, which brings it up to this version, and closes it; kills itself as a crash
 * would at the write to the disk that it is told (0: at none), and says how many there were. In this thread, whose writes
 * it sees.
 */
const [dataDir = '', nth = '0'] = process.argv.slice(2)
const last = Number(nth)
let written = 0
const write = fs.writeSync
const counted = (...given: unknown[]): number => {
  written += 1
  if (written === last) process.kill(process.pid, 'SIGKILL')
  return Reflect.apply(write, fs, given)
}
// The embedded database looks it up in the module each time.
Object.assign(fs, { writeSync: counted })

const database = await openPglite(await startPglite({ dataDir: join(dataDir, 'database', 'pglite') }))
await database.close()
process.stdout.write(String(written))
