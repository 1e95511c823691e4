import cluster, { type Worker } from 'node:cluster'
import type { Config } from '#server/core/config.ts'
import { makeFolder } from '#server/core/own-folder.ts'
import { loadSecret } from '#server/core/secrets.ts'
import { answerFigures } from '#server/http/figures-of-all.ts'

/** A process that ended by itself is replaced after so long; longer each time while none comes as far as taking requests. */
const REPLACE_MS = 1000
const REPLACE_MAX_MS = 60_000

/** What a process is told that is not the first: the first one has seen to the start. */
export const LATER_PROCESS = 'LECTERN_LATER_PROCESS'

/**
 * Starts several processes that share one door (node:cluster), and replaces those that end. The first brings the database
 * up to date and makes the first admin before the others are started. Throws where there is only the embedded database,
 * and when the first cannot start.
 */
export async function startMany(config: Config): Promise<void> {
  if (config.databaseUrl === undefined)
    throw new Error('WORKERS needs PostgreSQL (DATABASE_URL): the embedded database belongs to one process.')
  await makeFolder(config.dataDir)
  // Two processes would each make one.
  await loadSecret(config.jwtSecret, config.dataDir)
  answerFigures()
  await listening(cluster.fork())
  let stopping = false
  let wait = REPLACE_MS
  const startLater = () => watch(cluster.fork({ [LATER_PROCESS]: '1' }))
  const watch = (worker: Worker) => {
    worker.once('listening', () => {
      wait = REPLACE_MS
    })
    worker.once('exit', (code, signal) => {
      if (stopping) return
      process.stderr.write(`A process ended (${signal ?? code}); another starts in ${wait / 1000} s.\n`)
      setTimeout(() => stopping || startLater(), wait)
      wait = Math.min(wait * 2, REPLACE_MAX_MS)
    })
  }
  for (const worker of workers()) watch(worker)
  while (workers().length < config.workers) startLater()
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.on(name, () => {
      stopping = true
      endAll(name).then(
        (code) => process.exit(code),
        () => process.exit(1),
      )
    })
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

/** Resolves once it takes requests; throws when it ends before that. */
function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve())
    worker.once('exit', () => reject(new Error('The first process ended; what it wrote says why.')))
  })
}

/** Asks all to end, waits for them, and gives the worst of their exit codes; one that was only starting has none. */
async function endAll(signal: 'SIGTERM' | 'SIGINT'): Promise<number> {
  const codes = await Promise.all(
    workers().map(
      (worker) =>
        new Promise<number>((resolve) => {
          worker.once('exit', (code, endedBy) => resolve(endedBy === signal ? 0 : (code ?? 1)))
          worker.process.kill(signal)
        }),
    ),
  )
  return Math.max(0, ...codes)
}
