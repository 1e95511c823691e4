import { parentPort, workerData } from 'node:worker_threads'
import type { Progress } from '#shared/core/progress.ts'
import { type OwnProgram, startThread } from './start-thread.ts'

interface Options {
  /** Ends the work; the promise is then refused with the signal's reason. */
  signal: AbortSignal
  progress?: Progress
}

const MEMORY_MB = 1500
/** What is made and let go at once: the portal’s own is kept small, which would cost a thread a fifth of its time. */
const YOUNG_MB = 64
const EVERY_MS = 200

type Message<Answer> = { progress: { done: number; of: number } } | { answer: Answer }

/**
 * Works in a thread of its own, so that the portal goes on answering; {@link answerInThread} is the other end. Throws
 * when the signal ends it or the thread fails, for want of memory for instance.
 */
export async function inThread<Answer>(
  entry: OwnProgram,
  given: unknown,
  { signal, progress }: Options,
): Promise<Answer> {
  signal.throwIfAborted()
  const worker = startThread(entry, {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  return await new Promise<Answer>((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', stop)
      void worker.terminate()
    }
    const stop = () => {
      end()
      reject(signal.reason instanceof Error ? signal.reason : new Error('The work was ended.'))
    }
    signal.addEventListener('abort', stop)
    worker.on('message', (message: Message<Answer>) => {
      if ('progress' in message) return progress?.(message.progress.done, message.progress.of)
      end()
      resolve(message.answer)
    })
    worker.on('error', (error) => {
      end()
      reject(error)
    })
    worker.on('exit', (code) => {
      end()
      reject(new Error(`The thread ended with code ${code}.`))
    })
  })
}

/**
 * The thread's own end: does the work once, tells how far it is a few times a second, and answers.
 */
export function answerInThread<Given, Answer>(work: (given: Given, progress: Progress) => Answer): void {
  let told = 0
  const progress: Progress = (done, of) => {
    const now = performance.now()
    if (now - told < EVERY_MS) return
    told = now
    parentPort?.postMessage({ progress: { done, of } })
  }
  // What inThread sent: the only one who starts such a thread.
  parentPort?.postMessage({ answer: work(workerData as Given, progress) })
}
