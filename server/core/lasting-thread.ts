import { type Lasting, lastingHelper } from './lasting-helper.ts'
import { type OwnProgram, startThread } from './start-thread.ts'

/** A {@link lastingHelper} that is a thread: it shares memory with the portal. */
export function lastingThread<Given, Answer>(
  program: OwnProgram,
  lasting: Lasting,
): (given: Given) => Promise<Answer> {
  return lastingHelper(() => {
    const worker = startThread(program, {})
    return {
      send: (asked) => worker.postMessage(asked),
      onAnswer: (heard) => worker.on('message', heard),
      onEnd: (ended) => {
        worker.on('error', ended)
        worker.on('exit', (code) => ended(new Error(`The ${program.built} ended with code ${code}.`)))
      },
      ref: () => worker.ref(),
      unref: () => worker.unref(),
      end: () => void worker.terminate(),
    }
  }, lasting)
}
