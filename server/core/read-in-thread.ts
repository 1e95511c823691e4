import { AppError } from './app-error.ts'
import { makeRoom } from './lasting-thread.ts'
import { answerInThread, inThread } from './thread.ts'
import { turns } from './turns.ts'

/** How long a file may take to read, and how many are read at once; others wait, and that counts. */
const TIME_MS = 60_000
const MOST_AT_ONCE = 2
/** A file is read within seconds, beside all else that the portal holds in memory. */
const YOUNG_MB = 8

interface Patience {
  /** What is said when it was not read in time. */
  late: string
  /** A minute unless told. */
  timeMs?: number
}

/** Whose time is over leaves the line: however many wait, none waits longer. */
const inTurn = turns({ atOnce: MOST_AT_ONCE, mayWait: Number.POSITIVE_INFINITY })

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
    read = await inTurn(() => {
      makeRoom()
      return inThread<Read<Answer>>(thread, given, { signal, youngMb: YOUNG_MB })
    }, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('unavailable', late)
  }
  if ('refused' in read) throw new AppError('invalid', read.refused)
  return read.answer
}

/**
 * The thread's own end: a refusal goes over as its words; anything else is a fault of ours and ends the thread. An answer in
 * bytes of its own is handed over.
 */
export function answerReader<Given, Answer>(read: (given: Given) => Answer): void {
  const handedOver = (done: Read<Answer>) =>
    'answer' in done && done.answer instanceof Uint8Array && done.answer.buffer instanceof ArrayBuffer
      ? [done.answer.buffer]
      : []
  answerInThread((given: Given): Read<Answer> => {
    try {
      return { answer: read(given) }
    } catch (error) {
      if (error instanceof AppError) return { refused: error.message }
      throw error
    }
  }, handedOver)
}
