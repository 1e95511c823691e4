import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { createInterface } from 'node:readline'
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
  const server = createServer((socket) => {
    // One after the other.
    running = running.then(() => serve(socket, make))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    await running
    await closed
  }
}

async function serve(socket: Socket, make: (to: string) => Promise<BackedUp>): Promise<void> {
  // Whoever asked may go away; the backup is made all the same.
  socket.on('error', () => undefined)
  const answer = await answerTo(socket, make)
  await new Promise<void>((resolve) => socket.end(`${JSON.stringify(answer)}\n`, () => resolve()))
}

async function answerTo(socket: Socket, make: (to: string) => Promise<BackedUp>): Promise<Answer> {
  try {
    const { to } = requestSchema.parse(JSON.parse((await firstLine(socket, PATIENCE_MS)) ?? ''))
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
    socket.once('error', () => resolve(false))
  })
  if (!connected) return undefined
  socket.write(`${JSON.stringify({ to })}\n`)
  const line = await firstLine(socket)
  if (line === undefined) throw new Error('The portal stopped before the backup was whole.')
  const answer = answerSchema.parse(JSON.parse(line))
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.done
}

/** The first line that comes; undefined when the other side goes away, or says nothing for so long. */
async function firstLine(socket: Socket, patienceMs?: number): Promise<string | undefined> {
  const lines = createInterface({ input: socket })
  const timer = patienceMs === undefined ? undefined : setTimeout(() => lines.close(), patienceMs)
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
