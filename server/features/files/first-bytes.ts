import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** The stream itself, once it has bytes to give or has come to its end. Throws, and lets go of it, where it fails before. */
export async function withFirstBytes<S extends Readable>(stream: S): Promise<S> {
  try {
    await once(stream, 'readable')
    return stream
  } catch (error) {
    stream.destroy()
    throw error
  }
}
