import { busyOf, type OwnProcess, residentMb, startProcess } from '#server/core/own-process.ts'
import type { Cleaned } from './clean/clean-pdf.ts'
import type { PdfFacts } from './pdf-facts.ts'
import type { PdfText } from './read-text.ts'

/** How long a new process may take until it listens, in milliseconds: long, for a machine that is just starting. */
const START_MS = 30_000

export interface ProcessLimits {
  /** Milliseconds a file may take, by the clock. */
  timeMs: number
  /**
   * Milliseconds of the processor's that it may take, where the system tells them (Linux). With less than by the clock it is the
   * machine that is too busy, not the file too hard, when that has run out.
   */
  busyMs: number
  /** Megabytes the process may hold, JavaScript's and other memory together. */
  memoryMb: number
}

/**
 * How much a process yields to others on a busy machine (`nice`): a third of a core is left to it where somebody waits, next to
 * nothing where nobody does.
 */
const yields = { awaited: 5, unhurried: 19 } as const
export type Priority = keyof typeof yields

/**
 * What became of a file: what was found; it was too `slow`, or the process grew too `heavy`, by it or by those before it; the
 * process `died`, for the file or for a reason of its own; it was `late`, since others wanted the processor; or it `failed`.
 * The last two say nothing of the file.
 */
export type Outcome<Found> = Found | 'slow' | 'heavy' | 'died' | 'late' | 'failed'

/** What the process is asked: how a file is made, what it says, or a copy that does not say who made it. */
export type Asked = AskedFor<'facts'> | AskedFor<'text'> | AskedFor<'copy'>
export type AskedFor<Want extends keyof Answers> = { path: string; want: Want } & (Want extends 'copy'
  ? { to: string }
  : unknown)

/** What it answers. */
interface Answers {
  facts: PdfFacts
  text: PdfText
  copy: Cleaned
}

const program = { source: new URL('./pdf-inspector.ts', import.meta.url), built: 'pdf-inspector' }

/**
 * Starts the process that reads PDFs; resolves when it listens, throws when it cannot be started. It ends with its
 * parent and does not keep it alive.
 */
export async function startInspector(memoryMb: number, priority: Priority): Promise<OwnProcess> {
  const child = startProcess(program, { memoryMb, yields: yields[priority] })
  try {
    await listening(child)
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error('The PDF inspector does not start.', { cause })
  }
  child.unref()
  child.channel?.unref()
  // An error after the start is always followed by an exit or a refused message; unheard it would end the portal.
  child.on('error', () => undefined)
  return child
}

function listening(child: OwnProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeOut = setTimeout(() => reject(new Error(`not ready within ${START_MS} ms`)), START_MS)
    const onExit = (code: number | null) => finish(new Error(`it ended with code ${code}`))
    const finish = (error?: Error) => {
      clearTimeout(timeOut)
      child.off('exit', onExit)
      child.off('error', finish)
      if (error === undefined) resolve()
      else reject(error)
    }
    child.once('message', () => finish())
    child.on('exit', onExit)
    child.on('error', finish)
  })
}

/** Has a listening process read one file. After anything but facts the process is of no more use: end it. */
export function readIn<Want extends Asked['want']>(
  child: OwnProcess,
  asked: AskedFor<Want>,
  limits: ProcessLimits,
): Promise<Outcome<Answers[Want]>> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome<Answers[Want]>) => {
      clearTimeout(timeOut)
      clearInterval(watch)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.channel?.unref()
      resolve(outcome)
    }
    // Our own child's message: after the first one, all it ever sends is what it was asked.
    const onMessage = (found: unknown) => finish(found as Answers[Want])
    // V8 aborts and the kernel kills when memory runs out; an exit with a code is a fault of ours.
    const onExit = (code: number | null, signal: string | null) =>
      finish(signal !== null || code === 134 ? 'died' : 'failed')
    const before = busyOf(child.pid)
    const look = async () => {
      if ((await residentMb(child.pid)) > limits.memoryMb) return finish('heavy')
      const [now, then] = [await busyOf(child.pid), await before]
      if (now !== undefined && now - (then ?? 0) > limits.busyMs) finish('slow')
    }
    const timeOver = async () => {
      const isTold = (await busyOf(child.pid)) !== undefined
      finish(isTold && limits.busyMs < limits.timeMs ? 'late' : 'slow')
    }
    const timeOut = setTimeout(() => void timeOver(), limits.timeMs)
    const watch = setInterval(() => void look(), 100)
    child.channel?.ref()
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(asked, (error) => {
      if (error !== null) finish('failed')
    })
  })
}
