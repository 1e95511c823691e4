import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningEngine } from './engine.ts'
import { startEngine, type ThreadEngine } from './start-engine.ts'

/** An engine that is there whenever it is asked for. */
export interface KeptEngine {
  running: () => Promise<RunningEngine>
  close: () => Promise<void>
}

/**
 * Starts the embedded database of a folder, and starts it again for the next who asks where it has ended. The caller holds
 * the folder's lock. Throws when it cannot start.
 */
export async function keepRunning(folder: string): Promise<KeptEngine> {
  const start = async () => {
    // Its own note of who runs it: one that was left half written would be refused at every start, and the folder is ours.
    await rm(join(folder, 'postmaster.pid'), { force: true })
    return startEngine(folder)
  }
  const orAgain = async (engine: ThreadEngine) => {
    if (!engine.over.aborted) return engine
    await engine.gone
    console.error(`${engine.over.reason}; it is started again.`)
    return start()
  }
  let last = start()
  await last
  return {
    // One after the other, so that no two threads ever have the folder.
    running: () => {
      last = last.then(orAgain, start)
      return last
    },
    close: async () => {
      const engine = await last
      if (engine.over.aborted) await engine.gone
      else await engine.close()
    },
  }
}
