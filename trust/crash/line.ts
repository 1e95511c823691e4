import { connect, createServer, type Socket } from 'node:net'

/** What a line does to what passes through it. */
export type LineFault =
  /** Each piece waits so long. */
  | { kind: 'slow'; ms: number }
  /** Each piece comes as many small ones. */
  | { kind: 'slices' }
  /** Each connection ends once so many bytes came back over it. */
  | { kind: 'cut'; after: number }
  /** Each connection is reset, those there are and each new one. */
  | { kind: 'reset' }
  /** Nobody takes a connection; those there are end. */
  | { kind: 'down' }
  /** Nothing passes, and nobody is told. */
  | { kind: 'silent' }

/** A line between the portal and a server of its, which can be spoiled. */
export interface Line {
  port: number
  spoil: (fault: LineFault) => Promise<void>
  heal: () => Promise<void>
  close: () => Promise<void>
}

const SLICE = 7

/** Opens one on this machine, to a port of this machine. */
export async function openLine(to: number): Promise<Line> {
  let fault: LineFault | undefined
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    let cameBack = 0
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', end)
      from.on('close', () => {
        sockets.delete(from)
        end()
      })
      from.on('data', (piece: Buffer) => {
        if (from === far) cameBack += piece.length
        if (fault?.kind === 'silent') return
        if (fault?.kind === 'cut' && from === far && cameBack > fault.after) {
          other.write(piece.subarray(0, piece.length / 2), end)
          return
        }
        pass(piece, other, fault)
      })
    }
    if (fault?.kind === 'reset') near.resetAndDestroy()
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the line has no port')
  const { port } = address
  return {
    port,
    spoil: async (next) => {
      fault = next
      if (next.kind === 'reset') for (const socket of sockets) socket.resetAndDestroy()
      if (next.kind === 'down') await stop()
    },
    heal: async () => {
      const before = fault?.kind
      fault = undefined
      // What was swallowed does not come again: such a connection is dead, and nobody knows.
      if (before === 'down') await listen(port)
    },
    close: async () => {
      if (server.listening) await stop()
    },
  }
}

/** Hands a piece on, in order: a slow line keeps the order of what waits in it. */
function pass(piece: Buffer, to: Socket, fault: LineFault | undefined): void {
  const write = () => {
    if (to.destroyed) return
    const size = fault?.kind === 'slices' ? SLICE : piece.length
    for (let at = 0; at < piece.length; at += size) to.write(piece.subarray(at, at + size))
  }
  const before = waits.get(to)
  if (fault?.kind !== 'slow' && before === undefined) {
    write()
    return
  }
  const ms = fault?.kind === 'slow' ? fault.ms : 0
  const mine = (before ?? Promise.resolve())
    .then(() => new Promise((resolve) => setTimeout(resolve, ms)))
    .then(() => {
      write()
      if (waits.get(to) === mine) waits.delete(to)
    })
  waits.set(to, mine)
}

const waits = new WeakMap<Socket, Promise<void>>()
