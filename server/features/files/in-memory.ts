import { open } from 'node:fs/promises'

/** Memory up to so many bytes is kept for the next file: to be given new memory takes twice as long as to read a file. */
const KEPT_BYTES = 32 * 1024 * 1024

let spare: Buffer | undefined

/** Reads a file whole for what looks at its bytes; when that is settled, the memory holds others. */
export async function inMemory<Found>(
  path: string,
  look: (bytes: Uint8Array) => Promise<Found>,
): Promise<Found> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const memory = spare !== undefined && spare.length >= size ? spare : Buffer.allocUnsafeSlow(size)
    spare = undefined
    let filled = 0
    while (filled < size) {
      const { bytesRead } = await file.read(memory, filled, size - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    const found = await look(memory.subarray(0, filled))
    if (memory.length <= KEPT_BYTES) spare = memory
    return found
  } finally {
    await file.close()
  }
}
