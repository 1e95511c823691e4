import { startThread } from '#server/core/start-thread.ts'
import type { Problem, Solution } from './problem.ts'
import type { Shortage } from './shortage.ts'
import type { Progress } from './solve.ts'

/** An assignment, and why it is not whole where it is not. */
export interface Matched {
  solution: Solution
  shortage: Shortage | null
}

export interface MatchOptions {
  /** Raise the worst-off paper before the total. */
  fair: boolean
  /** Ends the work; the promise is then refused with the signal's reason. */
  signal: AbortSignal
  progress?: Progress
}

const MEMORY_MB = 1500

type Message = { progress: { done: number; of: number } } | { matched: Matched }

/**
 * Matches in a thread of its own, so that the portal goes on answering. Throws when the signal ends it or the thread
 * fails, for want of memory for instance.
 */
export async function match(problem: Problem, { fair, signal, progress }: MatchOptions): Promise<Matched> {
  signal.throwIfAborted()
  const worker = startThread(new URL('./worker.ts', import.meta.url), 'matching-worker', {
    workerData: { problem, fair },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  return await new Promise<Matched>((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', stop)
      void worker.terminate()
    }
    const stop = () => {
      end()
      reject(signal.reason instanceof Error ? signal.reason : new Error('The matching was ended.'))
    }
    signal.addEventListener('abort', stop)
    worker.on('message', (message: Message) => {
      if ('progress' in message) return progress?.(message.progress.done, message.progress.of)
      end()
      resolve(message.matched)
    })
    worker.on('error', (error) => {
      end()
      reject(error)
    })
    worker.on('exit', (code) => {
      end()
      reject(new Error(`The matching ended with code ${code}.`))
    })
  })
}
