import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * Receives the form of send-form.ts by hand, in a process of its own: node:http, the same hashes, flushed and renamed as by
 * the bare copy; nothing is inspected and no database is told. Tells its port to the parent and ends with it.
 */
const folder = process.argv[2] ?? ''
const WRITTEN_AT_ONCE = 1024 * 1024

async function receive(request: IncomingMessage): Promise<void> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  const boundary = request.headers['content-type']?.split('boundary=')[1] ?? ''
  const path = join(folder, randomUUID())
  await pipeline(
    request,
    async function* (form: AsyncIterable<Buffer>) {
      for await (const chunk of fileIn(form, Number(request.headers['content-length']), boundary)) {
        md5.update(chunk)
        sha256.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { flush: true, highWaterMark: WRITTEN_AT_ONCE }),
  )
  await rename(path, join(folder, `${sha256.digest('hex')}-${md5.digest('hex')}`))
}

/** The bytes between the only part's head and the last boundary: where they end is known from the length. */
async function* fileIn(
  form: AsyncIterable<Buffer>,
  length: number,
  boundary: string,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let left = length - `\r\n--${boundary}--\r\n`.length
  for await (const chunk of form) {
    let bytes = chunk
    if (head !== undefined) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      bytes = head.subarray(end + 4)
      left -= end + 4
      head = undefined
    }
    if (left > 0) yield bytes.subarray(0, left)
    left -= bytes.length
  }
}

const server = createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
