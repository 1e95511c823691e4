import { setTimeout as sleep } from 'node:timers/promises'
import type PgBoss from 'pg-boss'

/** Jobs that one worker takes at once, a second: a thousand mails leave in under two minutes. */
const BATCH = 5
/** Workers a kind: while one waits for a slow mail server, the other goes on. */
const WORKERS = 2
const PAUSE_MS = 1000

/** What is needed of a kind of jobs and its handler (jobs.ts). */
interface Worked {
  kind: { name: string; retryLimit: number }
  handle: (data: unknown, attempt: { last: boolean }) => Promise<void>
}

/** A worker that goes on until it is stopped; stopping waits for the jobs that run. */
export interface Loop {
  stop: () => Promise<void>
}

/**
 * Works off one kind of jobs in the background. The library's own workers do not wait for the database when they note
 * how a job went: an error there would end the process. Here it is told to `onError`, and the job, which its queue takes
 * for lost after a while, is tried again.
 */
export function workOff(boss: PgBoss, handler: Worked, onError: (error: Error) => void): Loop[] {
  return Array.from({ length: WORKERS }, () => loopOver(boss, handler, onError))
}

function loopOver(boss: PgBoss, handler: Worked, onError: (error: Error) => void): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const going = (async () => {
    while (!signal.aborted) {
      try {
        const jobs = await boss.fetch<object>(handler.kind.name, { batchSize: BATCH, includeMetadata: true })
        await Promise.all(jobs.map((job) => settle(boss, handler, job, signal)))
        if (jobs.length === BATCH) continue
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)))
      }
      await rest(signal)
    }
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

async function noted(note: () => Promise<void>, stopped?: AbortSignal): Promise<void> {
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
    await handle(job.data, { last: job.retryCount >= job.retryLimit })
  } catch (error) {
    failure = { message: String(error) }
  }
  await noted(
    () => (failure === undefined ? boss.complete(kind.name, job.id) : boss.fail(kind.name, job.id, failure)),
    stopped,
  )
}
