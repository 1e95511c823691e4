import { createServer } from 'node:http'

/** A server whose address stands in the files; nobody may ask it. */
export async function openSpy() {
  let asked = 0
  const server = createServer((_, response) => response.end())
  server.on('connection', () => {
    asked += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
