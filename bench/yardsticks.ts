import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { verify } from '@node-rs/argon2'
import { hashPassword } from '#server/features/people/passwords.ts'
import type { StampedPdf } from './stamped-pdf.ts'

const PIECE = 65_536

/** Bare argon2id: one verification of a hash with the portal's own cost, which the hash carries. */
export async function argon2Yardstick(password: string): Promise<() => Promise<unknown>> {
  const stored = await hashPassword(password)
  return () => verify(stored, password)
}

/** A copy to disk with the same two hashes, flushed and renamed: what an upload cannot do without. */
export function copyYardstick(pdf: StampedPdf, folder: string): () => Promise<void> {
  return async () => {
    const md5 = createHash('md5')
    const sha256 = createHash('sha256')
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        md5.update(chunk)
        sha256.update(chunk)
        done(null, chunk)
      },
    })
    const path = join(folder, randomUUID())
    await pipeline(Readable.from(pieces(pdf)), meter, createWriteStream(path, { flush: true }))
    await rename(path, join(folder, `${sha256.digest('hex')}-${md5.digest('hex')}`))
  }
}

/** In pieces, as from a socket. */
function* pieces(pdf: StampedPdf): Generator<Uint8Array> {
  for (const part of pdf.next()) {
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE)
  }
}

/** Starts a server by hand in a process of its own, which tells its port and ends with this one. */
export async function startServer(
  entry: string,
  given: readonly string[],
): Promise<{ url: string; close: () => void }> {
  const path = fileURLToPath(new URL(entry, import.meta.url))
  const child = fork(path, [...given], { execArgv: ['--import', 'tsx'] })
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error(`${entry} ended`)))
  })
  return { url: `http://127.0.0.1:${String(port)}`, close: () => child.disconnect() }
}
