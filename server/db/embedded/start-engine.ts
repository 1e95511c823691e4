import { startThread } from '#server/core/start-thread.ts'
import type { Bytes, RunningEngine } from './engine.ts'

/** What the thread is asked; it answers in the same order. */
export type Asked = { id: number } & ({ bytes: Bytes } | { to: 'begin' | 'close' })
/** Its answer, or why there is none. */
export type Told = { id: number } & ({ bytes: Bytes } | { failed: string } | object)
/** One that does not run after so long never will, in milliseconds. */
const START_MS = 120_000
/** What it says by itself, once it runs. */
export const RUNS = 0

interface Waiting {
  resolve: (told: Told) => void
  reject: (reason: Error) => void
}

/** An embedded database in a thread of its own; `gone` is settled when the thread has let go of the folder. */
export interface ThreadEngine extends RunningEngine {
  gone: Promise<void>
}

/**
 * Starts the embedded database of a folder in a thread of its own, so that nothing of the portal waits for a long
 * statement but who asked for it. The caller holds the folder's lock. Throws what PGlite says when it cannot start, or that
 * it does not within the limit.
 */
export async function startEngine(dataDir: string, limitMs = START_MS): Promise<ThreadEngine> {
  const entry = { source: new URL('./engine-thread.ts', import.meta.url), built: 'engine-thread' }
  const thread = startThread(entry, { workerData: { dataDir } })
  const over = new AbortController()
  const waiting = new Map<number, Waiting>()
  let last = RUNS

  const end = (reason: Error) => {
    if (over.signal.aborted) return
    over.abort(reason)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
    void thread.terminate()
  }
  const told = (id: number) =>
    new Promise<Told>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
    })
  const ask = (what: { bytes: Bytes } | { to: 'begin' | 'close' }): Promise<Told> => {
    if (over.signal.aborted) return Promise.reject(over.signal.reason)
    last += 1
    const answer = told(last)
    thread.postMessage({ id: last, ...what } satisfies Asked, 'bytes' in what ? [what.bytes.buffer] : [])
    return answer
  }

  const running = told(RUNS)
  thread.on('message', (said: Told) => {
    const { resolve, reject } = waiting.get(said.id) ?? {}
    waiting.delete(said.id)
    if ('failed' in said) reject?.(new Error(said.failed))
    else resolve?.(said)
  })
  thread.on('error', (error) => end(cutOff(error)))
  const gone = new Promise<void>((resolve) => {
    thread.on('exit', (code) => {
      end(cutOff(new Error(`its thread ended with code ${code}`)))
      resolve()
    })
  })
  const late = setTimeout(() => end(cutOff(new Error(`it did not start within ${limitMs} ms`))), limitMs)
  try {
    await running
  } catch (error) {
    await gone
    throw error
  } finally {
    clearTimeout(late)
  }
  return {
    begin: async () => void (await ask({ to: 'begin' })),
    answer: async (bytes) => {
      const said = await ask({ bytes })
      return 'bytes' in said ? said.bytes : new Uint8Array()
    },
    close: async () => {
      await ask({ to: 'close' })
      await gone
    },
    over: over.signal,
    end,
    gone,
  }
}

/** In the words in which pg tells that a connection is gone (see http/errors.ts). */
export function cutOff(cause: Error): Error {
  return new Error(`Connection terminated: the embedded database stopped, ${cause.message}`, { cause })
}
