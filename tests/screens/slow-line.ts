import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line to a portal that lets what is sent through slowly, and can be cut in the middle of it. */
export interface SlowLine {
  url: string
  /** Cuts every connection once so many bytes of an upload have passed; 0 lets everything through. */
  cutAfter: (bytes: number) => void
  /** Lets no more of a file through until the function it gives is called. */
  hold: () => () => void
  close: () => Promise<void>
}

/** At most so many bytes in each piece, one piece every tick. */
const PIECE = 64 * 1024

/** Opens a line to `target` (an http address on this machine) at about `bytesPerSecond` upwards. */
export async function openSlowLine(target: string, bytesPerSecond: number): Promise<SlowLine> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let limit = 0
  let held: Promise<void> = Promise.resolve()
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    let passed = 0
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    far.pipe(near)
    near.on('data', (chunk) => {
      near.pause()
      void passOn(chunk).then(() => near.resume())
    })
    const passOn = async (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE)
        passed += piece.length
        if (limit > 0 && passed > limit) {
          near.resetAndDestroy()
          return
        }
        if (far.destroyed) return
        far.write(piece)
        // Small messages pass at once: only files are slow.
        if (piece.length > 8192) {
          await pause((piece.length / bytesPerSecond) * 1000)
          await held
        }
      }
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cutAfter: (bytes) => {
      limit = bytes
    },
    hold: () => {
      let letGo = () => {}
      held = new Promise((resolve) => {
        letGo = resolve
      })
      return () => letGo()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
