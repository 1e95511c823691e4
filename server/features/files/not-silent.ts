import { Readable } from 'node:stream'

/**
 * The same bytes, which fail where none come for so many milliseconds while somebody waits for them. How long whoever reads
 * leaves them is not counted.
 */
export function notSilent(bytes: Readable, ms: number): Readable {
  return Readable.from(awaited(bytes, ms), { objectMode: false })
}

async function* awaited(bytes: Readable, ms: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(() => bytes.destroy(new Error(`no bytes within ${ms} ms`)), ms)
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
      if (done === true) return
      yield value
    }
  } finally {
    bytes.destroy()
  }
}
