import type { PGlite } from '@electric-sql/pglite'

/** Bytes in memory of their own, so that one thread may give them to another. */
export type Bytes = Uint8Array<ArrayBuffer>

/** An embedded database, as what answers PostgreSQL's protocol (version 3). It has one session at a time. */
interface Engine {
  /** Begins a session: whatever the one before left behind is undone. */
  begin(): Promise<void>
  /** What the database says to whole messages of a client. */
  answer(asked: Bytes): Promise<Bytes>
  /** Ends it in order, after what was asked before. */
  close(): Promise<void>
}

/** An engine that may end by itself. */
export interface RunningEngine extends Engine {
  /** Aborted, with an Error as its reason, as soon as it answers no more. */
  over: AbortSignal
  /** Ends it at once, as a crash would: who waits for an answer is refused with the reason. */
  end(reason: Error): void
}

/** The embedded database of this very thread. */
export function engineOn(client: PGlite): RunningEngine {
  const over = new AbortController()
  return {
    begin: async () => {
      await client.exec('rollback')
      await client.exec('discard all')
    },
    answer: async (asked) => {
      const parts: Uint8Array[] = []
      const onRawData = (part: Uint8Array) => parts.push(part.slice())
      await client.execProtocolRawStream(asked, { syncToFs: false, onRawData })
      return joined(parts)
    },
    close: () => client.close(),
    over: over.signal,
    end: (reason) => over.abort(reason),
  }
}

/** One piece of bytes out of many. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
