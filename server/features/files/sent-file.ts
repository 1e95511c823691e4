import { Readable } from 'node:stream'
import { asError } from '#server/core/as-error.ts'
import { notePassed } from '#server/core/passing-memory.ts'
import type { Sent } from './blob-store.ts'
import { otherLength } from './of-length.ts'
import type { OpenFile } from './open-together.ts'
import { partMemory } from './part-memory.ts'

/** Bytes that are read and sent at once: of twice as many a file comes sooner, and whoever reads slowly holds twice the memory. */
export const BLOCK = 128 * 1024
/** What is no longer is read before it is sent: a piece as the reader of PDFs asks for it, less than the blocks of a longer one take. */
export const AT_ONCE = 2 * BLOCK
/** One block on its way, one that waits, one that is being read. */
const MOST_BLOCKS = 3

/**
 * The bytes of a file, or of a part of it, always in the same memory: the next ones are read into what has left. Memory
 * of its own for each block would have V8 look through everything that the portal holds again and again, which takes four
 * times as long as the file. Fails where there are fewer bytes, and closes the file whatever becomes of it.
 */
export function sentFile(file: OpenFile, { range, length, isTaken }: Omit<Sent, 'whenGone'>): Readable {
  let at = range?.start ?? 0
  const end = at + length
  const memory = reusedBlocks(Math.min(BLOCK, length), isTaken)
  const next = async (stream: Readable): Promise<Buffer | null> => {
    if (at === end) return null
    const block = memory.free(waitingIn(stream))
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, end - at), at)
    if (bytesRead === 0) throw otherLength(length, end - at)
    at += bytesRead
    memory.look(waitingIn(stream) + 1)
    return block.subarray(0, bytesRead)
  }
  return new Readable({
    // One block waits at most.
    highWaterMark: 1,
    read() {
      next(this).then(
        (bytes) => this.push(bytes),
        (error: unknown) => this.destroy(asError(error)),
      )
    },
    destroy(error, done) {
      file.close().then(
        () => done(error),
        (failed: unknown) => done(error ?? asError(failed)),
      )
    },
  })
}

/** Throws where all of a file is wanted and it has more or fewer bytes. */
export async function assertLength(
  file: OpenFile,
  { range, length }: Pick<Sent, 'range' | 'length'>,
): Promise<void> {
  if (range !== undefined) return
  const { size } = await file.stat()
  if (size !== length) throw otherLength(length, length - size)
}

/**
 * As {@link sentFile}, of no more than {@link AT_ONCE}: read at once, and the file closed, before it is given. Throws where
 * all of it is wanted and there is more.
 */
export async function sentAtOnce(file: OpenFile, wanted: Omit<Sent, 'isTaken'>): Promise<Buffer> {
  const { range, length, whenGone } = wanted
  try {
    const bytes = parts.take(length)
    for (let at = 0; at < length; ) {
      const { bytesRead } = await file.read(bytes, at, length - at, (range?.start ?? 0) + at)
      if (bytesRead === 0) throw otherLength(length, length - at)
      at += bytesRead
    }
    await assertLength(file, wanted)
    // Not before: while it is read, what it is read into is nobody else's, even if who asked has gone.
    whenGone(() => parts.giveBack(bytes))
    return bytes
  } finally {
    await file.close()
  }
}

/** Of the next part, what the last one had: half a block and more, 4 MB at most while nobody asks. */
const parts = partMemory({ size: AT_ONCE, from: BLOCK / 2, most: 16, make: memoryOf })

function memoryOf(length: number): Buffer {
  notePassed(length)
  return Buffer.allocUnsafeSlow(length)
}

/** How many blocks were not given on yet. */
const waitingIn = ({ readableLength }: Readable): number => (readableLength > 0 ? 1 : 0)

function reusedBlocks(size: number, isTaken: () => boolean) {
  const blocks: Buffer[] = []
  /** Those whose bytes are still to be looked at, in their order. */
  let lent: Buffer[] = []
  /** Takes back what has left; of so many, the last ones, nothing was given on yet. */
  const look = (kept: number) => {
    if (isTaken()) lent = lent.slice(lent.length - kept)
  }
  return {
    look,
    /** A block that nobody looks at. */
    free: (kept: number): Buffer => {
      look(kept)
      const block = blocks.find((one) => !lent.includes(one)) ?? memoryOf(size)
      if (!blocks.includes(block) && blocks.length < MOST_BLOCKS) blocks.push(block)
      lent.push(block)
      return block
    },
  }
}
