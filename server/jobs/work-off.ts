import { setTimeout as sleep } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import { asError } from '#server/core/as-error.ts'

/** Jobs of a kind that run at once, unless it is done one by one: a slow mail server holds up one place, and the others go on. */
const PLACES = 10
const PAUSE_MS = 1000

/** What is needed of a kind of jobs and its handler (jobs.ts). */
interface Worked {
  kind: { name: string; steadyFrom?: number; oneByOne?: true }
  handle: (data: unknown, attempt: { stopped?: AbortSignal | undefined }) => Promise<void>
}

/** Work that goes on until it is stopped; stopping waits for the jobs that run. */
export interface Loop {
  stop: () => Promise<void>
}

/**
 * Works off one kind of jobs in the background. The library's own workers do not wait for the database when they note
 * how a job went: an error there would end the process. Here it is told to `onError`, and the job, which its queue takes
 * for lost after a while, is tried again. A place that comes free takes the next job at once; once the queue is empty it is
 * looked at every second.
 */
export function workOff(boss: PgBoss, handler: Worked, onError: (error: Error) => void): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const failed = (error: unknown) => onError(asError(error))
  const places = handler.kind.oneByOne ? 1 : PLACES
  const running = new Set<Promise<void>>()
  const begin = (job: PgBoss.JobWithMetadata<object>) => {
    const run: Promise<void> = settle(boss, handler, job, signal)
      .catch(failed)
      .finally(() => running.delete(run))
    running.add(run)
  }
  /** Fills the places that are free; gives whether the queue may hold more. */
  const fill = async (): Promise<boolean> => {
    const free = places - running.size
    const jobs = await boss.fetch<object>(handler.kind.name, { batchSize: free, includeMetadata: true })
    for (const job of jobs) begin(job)
    return jobs.length === free
  }
  const going = (async () => {
    while (!signal.aborted) {
      const isMore = await fill().catch((error: unknown) => {
        failed(error)
        return false
      })
      if (!isMore) await rest(signal)
      else if (running.size === places) await Promise.race(running)
    }
    await Promise.all(running)
  })()
  return {
    stop: () => {
      stopping.abort()
      return going
    },
  }
}

/** A second's rest, or less when the worker is stopped. */
const rest = (stopped?: AbortSignal) =>
  sleep(PAUSE_MS, undefined, stopped === undefined ? {} : { signal: stopped }).catch(() => undefined)

/** Works off all that is due now and gives how many ran. */
export async function drain(boss: PgBoss, handlers: readonly Worked[]): Promise<number> {
  let done = 0
  for (const handler of handlers) {
    for (;;) {
      const jobs = await boss.fetch<object>(handler.kind.name, { includeMetadata: true })
      if (jobs.length === 0) break
      for (const job of jobs) {
        done += 1
        await settle(boss, handler, job)
      }
    }
  }
  return done
}

/** Tries to note how a job went: a database that restarts is back by then; else the queue takes the job for lost. */
const NOTE_TRIES = 30

export async function noted(note: () => Promise<void>, stopped?: AbortSignal): Promise<void> {
  for (let left = NOTE_TRIES; ; left -= 1) {
    try {
      return await note()
    } catch (error) {
      if (left === 1 || stopped?.aborted === true) throw error
      await rest(stopped)
    }
  }
}

/**
 * Runs a job and notes how it went; its failure is its own, be it that what it carries cannot be read: the others of its
 * batch are done all the same.
 */
async function settle(
  boss: PgBoss,
  { kind, handle }: Worked,
  job: PgBoss.JobWithMetadata<object>,
  stopped?: AbortSignal,
): Promise<void> {
  let failure: { message: string } | undefined
  try {
    await handle(job.data, { stopped })
  } catch (error) {
    failure = { message: String(error) }
  }
  await noted(async () => {
    if (failure === undefined) return boss.complete(kind.name, job.id)
    const { name, steadyFrom = job.retryCount } = kind
    // The library has neither a longest wait nor retries without a limit: both go by this count.
    if (job.retryCount > steadyFrom)
      await boss
        .getDb()
        .executeSql('update pgboss.job set retry_count = $1 where name = $2 and id = $3', [
          steadyFrom,
          name,
          job.id,
        ])
    return boss.fail(name, job.id, failure)
  }, stopped)
}
