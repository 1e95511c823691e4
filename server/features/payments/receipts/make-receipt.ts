import type { Worker } from 'node:worker_threads'
import { startThread } from '#server/core/start-thread.ts'
import type { ReceiptFacts } from './receipt-pdf.ts'
import type { Answered } from './receipt-thread.ts'

/** How long the thread waits for another receipt, with its fonts at hand, before it ends: milliseconds. */
const IDLE_MS = 60_000

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (reason: unknown) => void
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
  idle: NodeJS.Timeout | undefined
}

let thread: Thread | undefined
let asked = 0

/**
 * The receipt's PDF, made in a thread of its own: cutting a font to one weight takes tenths of a second of the
 * processor, and the portal goes on answering meanwhile. The thread keeps its fonts for the next one, and ends when none
 * is asked for. Throws when a receipt cannot be made; another is tried in a new thread.
 */
export function makeReceipt(facts: ReceiptFacts): Promise<Buffer> {
  thread ??= open()
  const { worker, waiting, idle } = thread
  clearTimeout(idle)
  asked += 1
  const id = asked
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, facts })
  })
}

function open(): Thread {
  const worker = startThread(new URL('./receipt-thread.ts', import.meta.url), 'receipt-thread', {})
  const opened: Thread = { worker, waiting: new Map(), idle: undefined }
  const end = (reason: Error) => {
    if (thread === opened) thread = undefined
    for (const { reject } of opened.waiting.values()) reject(reason)
    opened.waiting.clear()
  }
  worker.on('message', (answered: Answered) => {
    const wanted = opened.waiting.get(answered.id)
    opened.waiting.delete(answered.id)
    if ('bytes' in answered) wanted?.resolve(Buffer.from(answered.bytes.buffer))
    else wanted?.reject(answered.failed)
    if (opened.waiting.size > 0) return
    // An idle thread keeps no process from ending.
    worker.unref()
    opened.idle = setTimeout(() => {
      if (thread === opened) thread = undefined
      void worker.terminate()
    }, IDLE_MS).unref()
  })
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The thread that makes receipts ended with code ${code}.`)))
  return opened
}
