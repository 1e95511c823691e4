import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '#server/core/app-error.ts'
import { type PdfFacts, tooHard } from './pdf-facts.ts'

export interface PdfInspector {
  /** Reads a PDF in a process of its own. Never throws for what is in the file. */
  inspect(path: string): Promise<PdfFacts>
  close(): Promise<void>
}

interface Limits {
  /** Milliseconds a file may take. */
  timeMs?: number
  /** Megabytes the process may hold, JavaScript's and other memory together. */
  memoryMb?: number
  /** Files that may wait. */
  queue?: number
}

/**
 * Inspects PDFs one at a time in a child process that is ended when a file takes more time or memory than allowed,
 * so that no file can take the portal with it. The child is kept between files and started anew after a bad one.
 */
export function createPdfInspector({
  timeMs = 10_000,
  memoryMb = 700,
  queue = 50,
}: Limits = {}): PdfInspector {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let closed = false

  const one = async (path: string): Promise<PdfFacts> => {
    if (closed) throw new AppError('unavailable', 'The portal is shutting down. Try again in a moment.')
    child ??= start(memoryMb)
    const current = child
    const facts = await ask(current, path, timeMs, memoryMb)
    if (facts === undefined) {
      current.kill('SIGKILL')
      child = undefined
      return tooHard
    }
    return facts
  }
  return {
    inspect: (path) => {
      if (waiting >= queue) {
        const busy = new AppError('unavailable', 'Too many files arrive at once. Try again in a moment.')
        busy.retryAfter = 10
        return Promise.reject(busy)
      }
      waiting += 1
      const mine = last
        .then(() => one(path))
        .finally(() => {
          waiting -= 1
        })
      last = mine.catch(() => undefined)
      return mine
    },
    close: async () => {
      closed = true
      await last
      child?.kill('SIGKILL')
    },
  }
}

/** In the sources the child is TypeScript and wants the loader; in the bundle it lies beside as JavaScript. */
function start(memoryMb: number): ChildProcess {
  const fromSources = import.meta.url.endsWith('.ts')
  const entry = fileURLToPath(
    new URL(fromSources ? './pdf-inspector.ts' : './pdf-inspector.js', import.meta.url),
  )
  const child = fork(entry, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...(fromSources ? ['--import', 'tsx'] : [])],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  child.unref()
  child.channel?.unref()
  return child
}

/** The child's answer; undefined when it ended, took too long or held too much. */
function ask(
  child: ChildProcess,
  path: string,
  timeMs: number,
  memoryMb: number,
): Promise<PdfFacts | undefined> {
  return new Promise((resolve) => {
    const finish = (facts: PdfFacts | undefined) => {
      clearTimeout(timeOut)
      clearInterval(watch)
      child.off('message', onMessage)
      child.off('exit', onEnd)
      child.off('error', onEnd)
      child.channel?.unref()
      resolve(facts)
    }
    // Our own child's message: the one thing it ever sends is what readPdf found.
    const onMessage = (facts: unknown) => finish(facts as PdfFacts)
    const onEnd = () => finish(undefined)
    const timeOut = setTimeout(onEnd, timeMs)
    const watch = setInterval(() => {
      residentMb(child.pid).then((held) => {
        if (held > memoryMb) onEnd()
      }, onEnd)
    }, 100)
    child.channel?.ref()
    child.on('message', onMessage)
    child.on('exit', onEnd)
    child.on('error', onEnd)
    child.send(path, (error) => {
      if (error !== null) onEnd()
    })
  })
}

/** Resident memory of a process where the system tells (Linux), else 0: there V8's own limit must do. */
async function residentMb(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid ?? 0}/statm`, 'utf8').catch(() => '0 0')
  const pages = Number(statm.split(' ')[1])
  return (pages * 4096) / 1024 / 1024
}
