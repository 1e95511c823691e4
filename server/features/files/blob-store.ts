import type { Readable } from 'node:stream'

/** Bytes that arrived, measured while they streamed, in the waiting room. */
export interface Received {
  /** Where they wait, for inspection. */
  path: string
  /** Lower-case hex. */
  sha256: string
  /** Base64, as object stores write it. */
  md5: string
  size: number
}

/** Where bytes wait on this machine's disk until it is known whether they stay. */
export interface WaitingRoom {
  /** Streams to disk; throws AppError `too_large` past the limit, and leaves nothing behind when it fails. */
  receive(stream: Readable, limitBytes: number): Promise<Received>
  /** A path in the waiting room for bytes that are made here, to be received from there; cleared away when left. */
  workPath(): string
  /** Removes received bytes from the waiting room; harmless after `keep`. */
  discard(received: Received): Promise<void>
  /** Clears the waiting room of what came before a moment: left by a process that was killed. */
  removeWaiting(before: Date): Promise<void>
}

/** What is wanted of a blob to be sent to somebody. */
export interface Sent {
  /** A part of it (`end` is included); left out, all of it. */
  range?: { start: number; end: number } | undefined
  /** How many bytes that is. */
  length: number
  /** Whether all that was given so far has left: nobody looks at its memory any more. */
  isTaken: () => boolean
  /** Calls once all that was given has left, or whoever asked has gone: nobody looks at it any more. Maybe never, where they had gone before. */
  whenGone: (then: () => void) => void
}

/**
 * Stored bytes under keys derived from their content; no name of a person's is ever part of a path. A store on other
 * machines throws AppError `unavailable` when it does not answer.
 */
export interface BlobStore extends WaitingRoom {
  /** Brings received bytes near their place, outside of any transaction, so that `keep` is quick. */
  prepare(received: Received): Promise<void>
  /** Puts received bytes in their place for good and gives the key; the same bytes twice are one blob. */
  keep(received: Received): Promise<string>
  /**
   * The bytes of a key, or a part of them (`end` is included), once the first can be read. An error with the code `ENOENT`
   * when there are none.
   */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * As `open`; fails where there are fewer bytes than were said, or of all of it more. Few come at once. Memory of a stream may be used
   * again once it `isTaken`, of what came at once when that is told.
   */
  openToSend(key: string, sent: Sent): Promise<Readable | Buffer>
  /** Lends the bytes of a key as a file, for what reads files by their path. */
  lend<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** Size in bytes; undefined when there is no such blob. */
  sizeOf(key: string): Promise<number | undefined>
  /** Throws AppError `unavailable` only where it was not answered, so that it may yet be done; anything else is a refusal. */
  remove(key: string): Promise<void>
  /** The keys of all blobs that were put in their place before a moment, in portions of at most a thousand or a folder. */
  keysBefore(moment: Date): AsyncIterable<string[]>
  /** Lets go of its connections. */
  close(): void
}

/** The key of some bytes: `ab/cd/abcd…`, so that no folder grows too long. */
export function keyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
}

export const isKey = (text: string): boolean => /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(text)

/** The key itself. Throws where it is none: nothing else is ever made a path of. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`not a storage key: ${key}`)
  return key
}
