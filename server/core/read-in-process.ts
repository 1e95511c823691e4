import { AppError } from './app-error.ts'
import { type OwnProcess, residentMb, settleIn, startProcess } from './own-process.ts'
import type { OwnProgram } from './start-thread.ts'
import { turns } from './turns.ts'

/** How long a file may take to read, and how many are read at once; others wait, and that counts. */
const TIME_MS = 60_000
const MOST_AT_ONCE = 2
/** Megabytes that reading may take: of its JavaScript, and of all of it together where the system tells. */
const MEMORY_MB = { script: 700, whole: 1000 }
const LOOK_MS = 100
/** Somebody waits for it, and so do others for the portal. */
const YIELDS = 5

interface Patience {
  /** What is said when it was not read in time. */
  late: string
  /** A minute unless told. */
  timeMs?: number
}

/** Whose time is over leaves the line: however many wait, none waits longer. */
const inTurn = turns({ atOnce: MOST_AT_ONCE, mayWait: Number.POSITIVE_INFINITY })

type Read<Answer> = { answer: Answer } | { refused: string } | { failed: string }

/**
 * Reads what a person sent in a process of its own, so that the portal goes on answering, whatever the file unpacks to, and keeps
 * no memory of it; {@link answerReader} is the other end. Refuses 422 with the reader's words or what takes too much memory,
 * 503 with `late` when its time is over.
 */
export async function readInProcess<Answer>(
  program: OwnProgram,
  given: unknown,
  { late, timeMs = TIME_MS }: Patience,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeMs)
  let read: Read<Answer>
  try {
    read = await inTurn(() => readBy<Answer>(program, given, signal), signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('unavailable', late)
  }
  if ('refused' in read) throw new AppError('invalid', read.refused)
  if ('failed' in read) throw new Error(read.failed)
  return read.answer
}

async function readBy<Answer>(
  program: OwnProgram,
  given: unknown,
  signal: AbortSignal,
): Promise<Read<Answer>> {
  signal.throwIfAborted()
  const child = startProcess(program, {
    memoryMb: MEMORY_MB.script,
    yields: YIELDS,
    serialization: 'advanced',
  })
  const watch = setInterval(() => void lookAt(child), LOOK_MS)
  try {
    return await answerOf<Answer>(child, program, given, signal)
  } finally {
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}

/** Ends a process that grew too large, as the system does where memory runs out. */
async function lookAt(child: OwnProcess): Promise<void> {
  if ((await residentMb(child.pid)) > MEMORY_MB.whole) child.kill('SIGKILL')
}

function answerOf<Answer>(
  child: OwnProcess,
  { built }: OwnProgram,
  given: unknown,
  signal: AbortSignal,
): Promise<Read<Answer>> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The time is over.'))
    signal.addEventListener('abort', stop, { once: true })
    // Our own program's message: the one that it ever sends.
    child.once('message', (read) => resolve(read as Read<Answer>))
    child.on('error', reject)
    child.once('exit', (code, ended) => {
      signal.removeEventListener('abort', stop)
      if (ended !== null && OUT_OF_MEMORY.includes(ended)) resolve({ refused: TOO_MUCH })
      else reject(new Error(`The ${built} ended with ${ended ?? `code ${code}`}.`))
    })
    child.send({ given }, (error) => {
      if (error !== null) reject(error)
    })
  })
}

/** How a process ends whose memory runs out: by V8, or by the system or {@link lookAt}. */
const OUT_OF_MEMORY: readonly NodeJS.Signals[] = ['SIGABRT', 'SIGKILL']

const TOO_MUCH = 'The file unpacks to more than can be read here. Use a part of it.'

/**
 * The process's own end: a refusal goes over as its words, and so does a fault of ours. Its parent ends it once it has answered.
 */
export function answerReader<Given, Answer>(read: (given: Given) => Answer): void {
  settleIn()
  process.once('message', ({ given }: { given: Given }) => {
    process.send?.(readOrRefused(read, given))
  })
}

function readOrRefused<Given, Answer>(read: (given: Given) => Answer, given: Given): Read<Answer> {
  try {
    return { answer: read(given) }
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
