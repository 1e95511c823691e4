import { AppError } from './app-error.ts'
import { answerInThread, inThread } from './thread.ts'

/** How long a file may take to read. */
const TIME_MS = 60_000

type Read<Answer> = { answer: Answer } | { refused: string }

/**
 * Reads what a person sent in a thread of its own, so that the portal goes on answering; {@link answerReader} is the other
 * end. Refuses 422 with the reader's words, 503 with `late` after a minute.
 */
export async function readInThread<Answer>(
  thread: Parameters<typeof inThread>[0],
  given: unknown,
  late: string,
): Promise<Answer> {
  const signal = AbortSignal.timeout(TIME_MS)
  let read: Read<Answer>
  try {
    read = await inThread<Read<Answer>>(thread, given, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('unavailable', late)
  }
  if ('refused' in read) throw new AppError('invalid', read.refused)
  return read.answer
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
