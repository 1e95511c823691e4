import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

/** A bare file server in a process of its own: node:http and a stream. Tells its port to the parent and ends with it. */
const path = process.argv[2] ?? ''
const size = statSync(path).size
const server = createServer(({ headers }, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const [start, end] = from === undefined ? [0, size - 1] : [Number(from), Number(to)]
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'application/pdf',
    'content-length': end - start + 1,
    ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  createReadStream(path, { start, end }).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
