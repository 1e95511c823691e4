import { parentPort } from 'node:worker_threads'

/** A thread or a process that answers, and how {@link lastingHelper} deals with it. */
export interface Helper {
  /** Has it do something; it answers when it is done. */
  send: (asked: unknown) => void
  onAnswer: (heard: (said: unknown) => void) => void
  /** Heard at least once when it ended, whatever for. */
  onEnd: (ended: (reason: Error) => void) => void
  /** An idle one keeps the portal from ending no longer. */
  ref: () => void
  unref: () => void
  end: () => void
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

interface Running<Answer> {
  helper: Helper
  waiting: Map<number, Waiting<Answer>>
  idle: NodeJS.Timeout | undefined
}

interface Asked<Given> {
  id: number
  given: Given
}
type Answered<Answer> = { id: number } & ({ answer: Answer } | { failed: unknown })

export interface Lasting {
  /** How long it waits for another question before it ends: milliseconds. */
  idleMs: number
}

/**
 * A helper that answers one question after another, so that what takes tenths of a second of the processor holds nobody
 * up; {@link answerEach} is its other end. It starts with the first question, keeps what it has read for the next, and ends
 * once nobody asks any more. A question that fails is refused alone; those of a helper that ends are refused with it, and
 * the next one starts another.
 */
export function lastingHelper<Given, Answer>(
  start: () => Helper,
  { idleMs }: Lasting,
): (given: Given) => Promise<Answer> {
  let running: Running<Answer> | undefined
  let last = 0

  const open = (): Running<Answer> => {
    const helper = start()
    const leave = () => {
      if (running === opened) running = undefined
      clearTimeout(opened.idle)
    }
    const rest = () => {
      leave()
      helper.end()
    }
    const opened: Running<Answer> = { helper, waiting: new Map(), idle: undefined }
    helper.onAnswer((heard) => {
      // Our own program's: answerEach alone writes it.
      const said = heard as Answered<Answer>
      const wanted = opened.waiting.get(said.id)
      opened.waiting.delete(said.id)
      if ('failed' in said) wanted?.reject(said.failed)
      else wanted?.resolve(said.answer)
      if (opened.waiting.size > 0) return
      helper.unref()
      opened.idle = setTimeout(rest, idleMs).unref()
    })
    helper.onEnd((reason) => {
      leave()
      for (const { reject } of opened.waiting.values()) reject(reason)
      opened.waiting.clear()
    })
    return opened
  }

  return (given) => {
    running ??= open()
    const { helper, waiting, idle } = running
    clearTimeout(idle)
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      helper.ref()
      helper.send({ id, given } satisfies Asked<Given>)
      waiting.set(id, { resolve, reject })
    })
  }
}

/** The helper's own end, a thread's or a process's: answers each question as it comes. */
export function answerEach<Given, Answer>(work: (given: Given) => Answer | Promise<Answer>): void {
  const say = (said: Answered<Answer>) =>
    parentPort === null ? process.send?.(said) : parentPort.postMessage(said)
  const answer = ({ id, given }: Asked<Given>) => {
    Promise.resolve()
      .then(() => work(given))
      .then(
        (answer) => say({ id, answer }),
        (failed: unknown) => say({ id, failed }),
      )
  }
  // lastingHelper alone starts such a thread or process and writes to it.
  if (parentPort === null) process.on('message', answer)
  else parentPort.on('message', answer)
}
