import { AppError } from '#server/core/app-error.ts'
import type { OwnProcess } from '#server/core/own-process.ts'
import { turns } from '#server/core/turns.ts'
import type { Cleaned } from './clean/clean-pdf.ts'
import {
  type Asked,
  type AskedFor,
  type Priority,
  type ProcessLimits,
  readIn,
  startInspector,
} from './inspector-process.ts'
import { type PdfFacts, tooHard } from './pdf-facts.ts'
import type { PdfText } from './read-text.ts'

export interface PdfInspector {
  /**
   * Reads the PDF at a path in a process of its own. Never throws for what is in the file; throws AppError
   * `unavailable` when too many files wait, the machine is too busy or the portal shuts down, and Error when the process does not work.
   */
  inspect: (path: string) => Promise<PdfFacts>
  /** Reads title and abstract of the PDF at a path, as {@link inspect} does; null when it is too hard to read. */
  readText: (path: string) => Promise<PdfText | null>
  /** Writes a copy that does not say who made the PDF (`clean-pdf.ts`), as {@link inspect} does. */
  copyClean: (path: string, to: string) => Promise<Cleaned>
  /** Ends the process, a file in work too; what waits is refused. */
  close: () => Promise<void>
  /** Throws as {@link inspect} would now, or while a file has waited for more than these milliseconds. */
  assertRoom: (mostMs: number) => void
}

interface Limits extends Partial<ProcessLimits> {
  /** Files that wait at most, beside the one in work. */
  mayWait?: number
  /** Whether somebody waits for what is read. */
  priority?: Priority
  /** What each file waits for once it is its turn. */
  before?: () => Promise<void>
}

/**
 * Inspects PDFs one at a time in a child process that is ended when a file takes more time or memory than allowed,
 * so that no file can take the portal with it. The child is kept between files and started anew after a bad one.
 */
export function createPdfInspector({
  timeMs = 10_000,
  busyMs = timeMs,
  memoryMb = 700,
  mayWait = 50,
  priority = 'awaited',
  before = async () => undefined,
}: Limits = {}): PdfInspector {
  let child: OwnProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = turns({ atOnce: 1, mayWait })
  let closed = false

  const open = async (): Promise<OwnProcess> => {
    if (closed) throw closing()
    if (child !== undefined) return child
    const started = await startInspector(memoryMb, priority)
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    child = started
    if (closed) throw closing()
    return started
  }
  const end = (): void => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const attempt = async <Want extends Asked['want']>(asked: AskedFor<Want>) => {
    const outcome = await readIn(await open(), asked, { timeMs, busyMs, memoryMb })
    if (typeof outcome === 'string') end()
    if (closed) throw closing()
    return outcome
  }
  const one = async <Want extends Asked['want']>(asked: AskedFor<Want>) => {
    if (closed) throw closing()
    await before()
    const isFresh = child === undefined
    let outcome = await attempt(asked)
    // Once more: the process may have ended for a reason of its own, before it looked at this file, or have grown by others.
    if (outcome === 'failed' || outcome === 'died' || (outcome === 'heavy' && !isFresh))
      outcome = await attempt(asked)
    if (outcome === 'failed') throw new Error('The PDF inspector fails on a file, and not for what is in it.')
    if (outcome === 'late') throw tooBusy()
    return outcome === 'slow' || outcome === 'heavy' || outcome === 'died' ? null : outcome
  }
  /** One file after the other. */
  const next = <Found>(work: () => Promise<Found>): Promise<Found> => {
    const mine = inTurn(work)
    last = Promise.allSettled([last, mine]).then(() => undefined)
    return mine
  }
  return {
    inspect: (path) => next(async () => (await one({ path, want: 'facts' })) ?? tooHard),
    readText: (path) => next(() => one({ path, want: 'text' })),
    copyClean: (path, to) => next(async () => (await one({ path, want: 'copy', to })) ?? { ok: false }),
    close: async () => {
      closed = true
      end()
      await last
      // One that was just starting has only now a name.
      end()
    },
    assertRoom: inTurn.assertRoom,
  }
}

function tooBusy(): AppError {
  const refusal = new AppError(
    'unavailable',
    'The portal was too busy to read this PDF. Try again in a few minutes.',
  )
  refusal.retryAfter = 60
  return refusal
}

function closing(): AppError {
  return new AppError('unavailable', 'The portal is shutting down. Try again in a moment.')
}
