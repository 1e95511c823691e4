import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '#server/core/app-error.ts'
import { FILE_MODE } from '#server/core/own-folder.ts'
import { notePassed } from '#server/core/passing-memory.ts'
import { type Digests, type DigestsElsewhere, digesting, digestingElsewhere } from './digests.ts'

/** Bytes that are written and digested at once. A file that fits is digested here: to hand it over would cost more. */
const BLOCK = 512 * 1024
/** So many files at once have blocks of that size: those that come slowly hold theirs for long, and others come beside them. */
const LARGE_AT_ONCE = 32
const SMALL_BLOCK = 64 * 1024

/** So many bytes are flushed while further ones arrive, so that the end of a large file does not wait for all of it. */
const FLUSHED_AT_ONCE = 8 * BLOCK

export type Measured = Digests & { size: number }

/**
 * Writes what comes to a new file and flushes it to the disk, measured meanwhile. Throws AppError `too_large` past the limit;
 * what was written until then stays. While one block is written and digested another is filled.
 */
export async function writeMeasured(
  source: AsyncIterable<Uint8Array | string>,
  path: string,
  limitBytes: number,
): Promise<Measured> {
  const file = await open(path, 'wx', FILE_MODE)
  let writing: ReturnType<typeof writingTo> | undefined
  let size = 0
  try {
    writing = writingTo(file)
    for await (const given of source) {
      // What is written here as text, an export for instance, comes as such: its size is that of its bytes.
      const chunk = typeof given === 'string' ? Buffer.from(given) : given
      size += chunk.length
      if (size > limitBytes) throw tooLarge(limitBytes)
      await writing.add(chunk)
      notePassed(chunk.length)
    }
    const digests = await writing.done()
    await file.sync()
    return { ...digests, size }
  } finally {
    try {
      await writing?.end()
    } finally {
      await file.close()
    }
  }
}

function writingTo(file: FileHandle) {
  const memory = takeMemory()
  const { gathered } = memory
  const block = gathered.length
  let filled = 0
  let digests: DigestsElsewhere | undefined
  let underWay: Promise<unknown>[] = []
  let unflushed = 0
  let flushing: Promise<void> | undefined

  /** Begins to flush what was written, once that is enough; what fails of it fails the file. */
  const flushEarly = () => {
    if (unflushed < FLUSHED_AT_ONCE) return
    unflushed = 0
    flushing = Promise.all([flushing, file.datasync()]).then(() => undefined)
    flushing.catch(() => undefined)
  }
  /** Once the block before this one is on the disk and digested. */
  const handOver = async () => {
    await Promise.all(underWay)
    flushEarly()
    unflushed += filled
    digests ??= digestingElsewhere()
    memory.shared ??= Buffer.from(new SharedArrayBuffer(block))
    memory.shared.set(gathered)
    const full = memory.shared.subarray(0, filled)
    underWay = [file.writeFile(full), digests.add(full)]
    // Told to whoever waits for it next.
    for (const one of underWay) one.catch(() => undefined)
    filled = 0
    return digests
  }
  return {
    add: async (chunk: Uint8Array): Promise<void> => {
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.subarray(at, at + block - filled)
        gathered.set(taken, filled)
        filled += taken.length
        at += taken.length
        if (filled === block) await handOver()
      }
    },
    done: async (): Promise<Digests> => {
      if (digests === undefined) {
        const here = digesting()
        here.add(gathered.subarray(0, filled))
        await file.writeFile(gathered.subarray(0, filled))
        return here.done()
      }
      await handOver()
      await Promise.all([...underWay, flushing])
      return digests.done()
    },
    /** Nothing of the file is under way any more, whatever has become of it. */
    end: async (): Promise<void> => {
      try {
        digests?.leave()
      } finally {
        await Promise.allSettled([...underWay, flushing])
        leaveMemory(memory)
      }
    },
  }
}

/**
 * What a file is gathered in, and what it is copied to from there, block by block, for the disk and for the thread that digests.
 * The first is memory of one thread alone: into shared memory V8 copies byte by byte unless both sides begin alike.
 */
interface Memory {
  gathered: Buffer
  shared: Buffer | undefined
}

/** Used again by the next files: the more new memory there is, the sooner V8 looks through its whole heap. */
const spare: Memory[] = []
const MOST_SPARE = 2
let largeInHand = 0

function takeMemory(): Memory {
  if (largeInHand === LARGE_AT_ONCE) return memoryOf(SMALL_BLOCK)
  const memory = spare.pop() ?? memoryOf(BLOCK)
  largeInHand += 1
  return memory
}

function leaveMemory(memory: Memory): void {
  if (memory.gathered.length !== BLOCK) return
  largeInHand -= 1
  if (spare.length < MOST_SPARE) spare.push(memory)
}

const memoryOf = (block: number): Memory => ({ gathered: Buffer.allocUnsafeSlow(block), shared: undefined })

function tooLarge(limitBytes: number): AppError {
  return new AppError('too_large', `The file is larger than ${inMegabytes(limitBytes)}.`, { limitBytes })
}

/** `10 MB`, `1.5 MB`, counting as file managers do. */
export function inMegabytes(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MB`
}
