import { AppError } from './app-error.ts'
import { answerInThread, inThread } from './thread.ts'

/** How long a file may take to read, and how many are read at once; others wait, and that counts. */
const TIME_MS = 60_000
const MOST_AT_ONCE = 2

interface Patience {
  /** What is said when it was not read in time. */
  late: string
  /** A minute unless told. */
  timeMs?: number
}

type Read<Answer> = { answer: Answer } | { refused: string }

/**
 * Reads what a person sent in a thread of its own, so that the portal goes on answering; {@link answerReader} is the other
 * end. Refuses 422 with the reader's words, 503 with `late` when its time is over.
 */
export async function readInThread<Answer>(
  thread: Parameters<typeof inThread>[0],
  given: unknown,
  { late, timeMs = TIME_MS }: Patience,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeMs)
  let read: Read<Answer>
  try {
    read = await inTurn(signal, () => inThread<Read<Answer>>(thread, given, { signal }))
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('unavailable', late)
  }
  if ('refused' in read) throw new AppError('invalid', read.refused)
  return read.answer
}

let running = 0
const waiting: (() => void)[] = []

/** Begins as soon as fewer than {@link MOST_AT_ONCE} are at work; whose time is over before that leaves the line. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await place(signal)
  else running += 1
  try {
    return await work()
  } finally {
    // Its place goes to the next in the line, or is free.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function place(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave)
    waiting.push(begin)
  })
}

/** The thread's own end: a refusal goes over as its words; anything else is a fault of ours and ends the thread. */
export function answerReader<Given, Answer>(read: (given: Given) => Answer): void {
  answerInThread((given: Given): Read<Answer> => {
    try {
      return { answer: read(given) }
    } catch (error) {
      if (error instanceof AppError) return { refused: error.message }
      throw error
    }
  })
}
