import { parentPort, type Worker } from 'node:worker_threads'
import { type OwnProgram, startThread } from './start-thread.ts'

interface Waiting<Answer> {
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

interface Running<Answer> {
  worker: Worker
  waiting: Map<number, Waiting<Answer>>
  idle: NodeJS.Timeout | undefined
}

interface Asked<Given> {
  id: number
  given: Given
}
type Answered<Answer> = { id: number } & ({ answer: Answer } | { failed: unknown })

interface Lasting {
  /** How long it waits for another question before it ends: milliseconds. */
  idleMs: number
}

/**
 * A thread that answers one question after another, so that what takes tenths of a second of the processor holds nobody
 * up; {@link answerEach} is its other end. It starts with the first question, keeps what it has read for the next, and ends
 * once nobody asks any more. A question that fails is refused alone; those of a thread that ends are refused with it, and
 * the next one starts another.
 */
export function lastingThread<Given, Answer>(
  entry: OwnProgram,
  { idleMs }: Lasting,
): (given: Given) => Promise<Answer> {
  let running: Running<Answer> | undefined
  let last = 0

  const open = (): Running<Answer> => {
    const worker = startThread(entry, {})
    const leave = () => {
      if (running === opened) running = undefined
      clearTimeout(opened.idle)
    }
    const rest = () => {
      leave()
      void worker.terminate()
    }
    const opened: Running<Answer> = { worker, waiting: new Map(), idle: undefined }
    const end = (reason: Error) => {
      leave()
      for (const { reject } of opened.waiting.values()) reject(reason)
      opened.waiting.clear()
    }
    worker.on('message', (said: Answered<Answer>) => {
      const wanted = opened.waiting.get(said.id)
      opened.waiting.delete(said.id)
      if ('failed' in said) wanted?.reject(said.failed)
      else wanted?.resolve(said.answer)
      if (opened.waiting.size > 0) return
      // An idle thread keeps no process from ending.
      worker.unref()
      opened.idle = setTimeout(rest, idleMs).unref()
    })
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`The ${entry.built} ended with code ${code}.`)))
    return opened
  }

  return (given) => {
    running ??= open()
    const { worker, waiting, idle } = running
    clearTimeout(idle)
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, given } satisfies Asked<Given>)
    })
  }
}

/** The thread's own end: answers each question as it comes. */
export function answerEach<Given, Answer>(work: (given: Given) => Answer | Promise<Answer>): void {
  // lastingThread alone starts such a thread and writes to it.
  parentPort?.on('message', ({ id, given }: Asked<Given>) => {
    Promise.resolve()
      .then(() => work(given))
      .then(
        (answer) => parentPort?.postMessage({ id, answer } satisfies Answered<Answer>),
        (failed: unknown) => parentPort?.postMessage({ id, failed } satisfies Answered<Answer>),
      )
  })
}
