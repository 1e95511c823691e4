import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { verify } from '@node-rs/argon2'

/**
 * A log-in by hand, in a process of its own: node:http and argon2id, whose hash it is started with. No account is looked for, no
 * try is counted and no session is kept. Tells its port to the parent and ends with it.
 */
const stored = process.argv[2] ?? ''

async function isRight(request: IncomingMessage): Promise<boolean> {
  const { password } = (await json(request)) as { password: string }
  return verify(stored, password)
}

const server = createServer((request, response) => {
  isRight(request).then(
    (right) => response.writeHead(right ? 200 : 401, { 'content-type': 'application/json' }).end('{}'),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
