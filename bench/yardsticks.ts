import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { hash, verify } from '@node-rs/argon2'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Bare argon2id: one verification with the portal's cost. */
export async function argon2Yardstick(): Promise<() => Promise<unknown>> {
  const stored = await hash('a long enough secret', cost)
  return () => verify(stored, 'a long enough secret')
}

/** A copy to disk with the same two hashes, flushed and renamed: what an upload cannot do without. */
export async function copyYardstick(
  bytes: Buffer,
): Promise<{ once: () => Promise<unknown>; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-copy-'))
  return {
    once: async () => {
      const md5 = createHash('md5')
      const sha256 = createHash('sha256')
      const meter = new Transform({
        transform(chunk, _encoding, done) {
          md5.update(chunk)
          sha256.update(chunk)
          done(null, chunk)
        },
      })
      const path = join(folder, randomUUID())
      // In pieces, as from a socket.
      const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
        bytes.subarray(at * 65_536, (at + 1) * 65_536),
      )
      await pipeline(Readable.from(pieces), meter, createWriteStream(path, { flush: true }))
      md5.digest()
      await rename(path, join(folder, sha256.digest('hex')))
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The bare file server over some bytes, in a process of its own as the portal is. */
export async function fileServer(bytes: Buffer): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-file-'))
  const path = join(folder, 'file.pdf')
  await writeFile(path, bytes)
  const entry = fileURLToPath(new URL('./file-server.ts', import.meta.url))
  const child = fork(entry, [path], { execArgv: ['--import', 'tsx'] })
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('the file server ended')))
  })
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close: async () => {
      child.disconnect()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
