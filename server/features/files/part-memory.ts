/** Memory that is taken for a while. What is never given back is V8's to collect. */
export interface PartMemory {
  /** So many bytes, of which nobody else has any. */
  take(length: number): Buffer
  /** Gives them back: by then nobody may write to them or read them any more. */
  giveBack(bytes: Buffer): void
}

interface Kept {
  /** Bytes of a piece: what is taken is at most so long. */
  size: number
  /** What is shorter is not kept: who reads slowly would hold a whole piece for it. */
  from: number
  /** Pieces that wait to be taken again, at most. */
  most: number
  /** Makes memory of so many bytes. */
  make: (bytes: number) => Buffer
}

/**
 * Memory for parts of files, used again for the next ones: a new piece is gone through page by page by the system, and V8 looks
 * through its heap because of it.
 */
export function partMemory({ size, from, most, make }: Kept): PartMemory {
  const free: Buffer[] = []
  return {
    take: (length) => (length < from ? make(length) : (free.pop() ?? make(size)).subarray(0, length)),
    giveBack: ({ buffer }) => {
      if (buffer.byteLength === size && free.length < most) free.push(Buffer.from(buffer))
    },
  }
}
