import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What stands before several machines: each request goes to the next one that takes it. */
export interface Balancer {
  url: string
  /** Requests that each machine answered. */
  answered: readonly number[]
  close: () => Promise<void>
}

/** A small one over the machines' ports. A machine that refuses the connection is passed over; one that dies breaks it off. */
export async function openBalancer(machines: readonly (() => string)[]): Promise<Balancer> {
  const answered = machines.map(() => 0)
  let turn = 0
  const server = createServer((asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy())
  })
  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    for (let left = machines.length; left > 0; left -= 1) {
      const at = turn % machines.length
      turn += 1
      const came = await askOne(machines[at]?.() ?? '', asked, body)
      if (came === undefined) continue
      answered[at] = (answered[at] ?? 0) + 1
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.on('error', () => answer.destroy())
      came.pipe(answer)
      return
    }
    answer.writeHead(503, { 'retry-after': '1' }).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The machine's answer; undefined where nobody listens. Throws when it breaks off. */
function askOne(url: string, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const { method, headers } = asked
    const sent = request(url + (asked.url ?? ''), { method, headers, agent: false }, resolve)
    sent.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    sent.end(body)
  })
}
