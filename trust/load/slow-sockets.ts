import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { PortalProcess } from '#tests/portal-process.ts'
import type { Alive } from '../crash/walk.ts'

/** What somebody may begin and not come to the end of. */
export type Kind = 'headers' | 'body' | 'json' | 'idle'

/** What one sends at once, and what it sends a byte of each second after. */
export const opening = (kind: Kind, { author }: Alive): string => {
  if (kind === 'idle') return ''
  if (kind === 'headers') return 'GET /api/config HTTP/1.1\r\nHost: x\r\nX-Slow: '
  if (kind === 'json')
    return 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{'
  return `POST /api/abstracts/submit-file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${author}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n--x\r\n`
}

/** Opens a line to the portal and says something at once, or nothing. */
export async function openOne({ url }: PortalProcess, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket
}

/** Sends a byte of each second until the given end. */
export function dripInto(sockets: readonly Socket[]): () => void {
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 1000)
  return () => clearInterval(timer)
}

/** How many are still open once so long has passed. */
export async function leftAfter(sockets: readonly Socket[], limitMs: number): Promise<number> {
  const until = performance.now() + limitMs
  const open = () => sockets.filter(({ destroyed }) => !destroyed).length
  while (open() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
  return open()
}
