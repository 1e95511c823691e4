import { createHash } from 'node:crypto'
import { lastingThread } from '#server/core/lasting-thread.ts'

/** What identifies bytes: SHA-256 in lower-case hex, MD5 in base64, as object stores write it. */
export interface Digests {
  sha256: string
  md5: string
}

/**
 * What the thread is told: a file begins, goes on and ends, each under its own number. `begin` is answered once the file has
 * ended, with its digests where they are wanted, so that the thread is kept until then.
 */
export type ToDigest =
  | { begin: number }
  | { of: number; bytes: Uint8Array }
  | { end: number; wanted: boolean }

/** How long the thread waits for another file before it ends, in milliseconds. */
const IDLE_MS = 10_000

/** A thread of its own: two digests of a large file would keep the portal's from everybody else for a tenth of a second. */
const inThread = lastingThread<ToDigest, Digests | undefined>(
  { source: new URL('./digest-thread.ts', import.meta.url), built: 'digest-thread' },
  { idleMs: IDLE_MS },
)
let last = 0

/** The digests of bytes that come one after the other, made where this is called. */
export function digesting(): { add: (bytes: Uint8Array) => void; done: () => Digests } {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  return {
    add: (bytes) => {
      sha256.update(bytes)
      md5.update(bytes)
    },
    done: () => ({ sha256: sha256.digest('hex'), md5: md5.digest('base64') }),
  }
}

/** As {@link digesting}, in a thread. */
export interface DigestsElsewhere {
  /** The bytes stay as they are until this is settled. Memory that both threads see is not copied. */
  add: (bytes: Uint8Array) => Promise<void>
  done: () => Promise<Digests>
  /** Nobody wants them any more; harmless after `done`. */
  leave: () => void
}

/** Begins a file in the thread; always to be ended, by `done` or `leave`. Everything throws where the thread has ended. */
export function digestingElsewhere(): DigestsElsewhere {
  last += 1
  const mine = last
  const made = inThread({ begin: mine })
  let isOver = false
  const end = (wanted: boolean) => {
    if (isOver) return
    isOver = true
    // What goes wrong with the thread is told by `made`, to whoever waits for it.
    inThread({ end: mine, wanted }).catch(() => undefined)
  }
  made.catch(() => undefined)
  return {
    add: async (bytes) => void (await inThread({ of: mine, bytes })),
    done: async () => {
      end(true)
      const digests = await made
      if (digests === undefined) throw new Error('A file was digested that nobody wanted.')
      return digests
    },
    leave: () => end(false),
  }
}
