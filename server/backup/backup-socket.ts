import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import type { BackedUp } from './back-up.ts'

/**
 * The embedded database has one process: it makes its own backups, and is asked for them through a socket in its folder
 * that only the account that runs the portal can open.
 */
export const backupSocket = (dataDir: string) => join(dataDir, 'backup.sock')

const requestSchema = z.object({ to: z.string().refine(isAbsolute) })
const answerSchema = z.union([
  z.object({
    done: z.object({ path: z.string(), rows: z.number(), files: z.number(), added: z.number() }),
  }),
  z.object({ failed: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

/** Whoever connects and asks nothing is not waited for. */
const PATIENCE_MS = 5000

/** Listens for requests until the function that it gives is called, which waits for a backup that runs. */
export async function listenForBackups(
  path: string,
  make: (to: string) => Promise<BackedUp>,
): Promise<() => Promise<void>> {
  await rm(path, { force: true })
  let running: Promise<unknown> = Promise.resolve()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Whoever asked may go away at any moment, also after the answer; the backup is made all the same.
    socket.on('error', () => undefined)
    // One after the other.
    running = running.then(() => serve(socket, make))
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    await running
    // Whoever asked and was stopped meanwhile (SIGSTOP) never hangs up by itself.
    for (const socket of sockets) socket.destroy()
    await closed
  }
}

async function serve(socket: Socket, make: (to: string) => Promise<BackedUp>): Promise<void> {
  const answer = await answerTo(socket, make)
  await new Promise<void>((resolve) => socket.end(`${JSON.stringify(answer)}\n`, () => resolve()))
}

async function answerTo(socket: Socket, make: (to: string) => Promise<BackedUp>): Promise<Answer> {
  try {
    const line = await firstLine(socket, PATIENCE_MS)
    if (line === undefined) return { failed: 'Nothing was asked.' }
    const { to } = requestSchema.parse(JSON.parse(line))
    return { done: await make(to) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks the process that has the embedded database for a backup; undefined when none listens. Throws what it says. */
export async function askForBackup(path: string, to: string): Promise<BackedUp | undefined> {
  const socket = createConnection(path)
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
  })
  if (!connected) return undefined
  socket.write(`${JSON.stringify({ to })}\n`)
  const line = await firstLine(socket)
  if (line === undefined) throw new Error('The portal stopped before the backup was whole.')
  const answer = answerSchema.parse(JSON.parse(line))
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.done
}

/**
 * The first line that comes; undefined when the other side goes away, or says nothing for so long. What comes after it is
 * read and dropped, so that the end of the other side is seen. The socket's errors are its owner's to hear.
 */
function firstLine(socket: Socket, patienceMs?: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const settle = (line: string | undefined) => {
      clearTimeout(timer)
      socket.off('data', listen)
      socket.resume()
      resolve(line)
    }
    const listen = (text: string) => {
      said += text
      const end = said.indexOf('\n')
      if (end !== -1) settle(said.slice(0, end))
    }
    const timer = patienceMs === undefined ? undefined : setTimeout(() => settle(undefined), patienceMs)
    socket.setEncoding('utf8')
    socket.on('data', listen)
    socket.once('close', () => settle(undefined))
  })
}
