import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { turns } from '#server/core/turns.ts'
import { within } from '#server/core/within.ts'
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

/** How long what may never end is waited for, in milliseconds. */
const PATIENCE = {
  /** For whoever connects to ask. */
  askMs: 5000,
  /** For an earlier backup, before whoever waits is refused. */
  turnMs: 60_000,
  /** For the backup under way, once the portal ends. */
  endMs: 5000,
}

type Make = (to: string) => Promise<BackedUp>

/**
 * Listens for requests until the function that it gives is called. That refuses who waits, gives a backup that is under way
 * a moment to end, and says whether none is left: one that hangs, on a mount that is gone for instance, never ends.
 */
export async function listenForBackups(
  path: string,
  make: Make,
  patience = PATIENCE,
): Promise<() => Promise<boolean>> {
  await rm(path, { force: true })
  const ending = new AbortController()
  const line = oneByOne(make, patience.turnMs, ending.signal)
  const sockets = new Set<Socket>()
  const asking = new Set<Socket>()
  const served = new Set<Promise<void>>()
  const serve = async (socket: Socket) => {
    asking.add(socket)
    const bored = setTimeout(() => socket.destroy(), patience.askMs)
    const asked = await firstLine(socket)
    clearTimeout(bored)
    asking.delete(socket)
    if (asked === undefined) return
    const answer = await answerTo(asked, line.make)
    await new Promise<void>((resolve) => socket.end(`${JSON.stringify(answer)}\n`, () => resolve()))
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Whoever asked may go away at any moment, also after the answer; the backup is made all the same.
    socket.on('error', () => undefined)
    const serving = serve(socket).finally(() => served.delete(serving))
    served.add(serving)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(path, resolve)
  })
  await chmod(path, 0o600)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    ending.abort(new Error('The portal ends.'))
    for (const socket of asking) socket.destroy()
    await within(patience.endMs, Promise.all(served))
    // Whoever asked and was stopped meanwhile (SIGSTOP) never hangs up by itself.
    for (const socket of sockets) socket.destroy()
    await closed
    return line.isIdle()
  }
}

/** Makes one backup after the other; who waits for longer than that, or until the end, is refused with the reason. */
function oneByOne(make: Make, turnMs: number, ending: AbortSignal): { make: Make; isIdle: () => boolean } {
  const take = turns({ atOnce: 1, mayWait: Number.POSITIVE_INFINITY })
  let underWay: { to: string; since: Date } | undefined
  const makeNow = async (to: string) => {
    underWay = { to, since: new Date() }
    try {
      return await make(to)
    } finally {
      underWay = undefined
    }
  }
  const makeInTurn = async (to: string) => {
    ending.throwIfAborted()
    const tired = new AbortController()
    const timer = setTimeout(() => {
      const other =
        underWay && `, into ${underWay.to}, has been under way since ${underWay.since.toISOString()} and`
      tired.abort(
        new Error(
          `Another backup${other ?? ''} did not end within ${turnMs / 1000} s. Try again once it has; if it hangs, as on a mount that is gone, start the portal anew.`,
        ),
      )
    }, turnMs)
    try {
      return await take(() => makeNow(to), AbortSignal.any([tired.signal, ending]))
    } finally {
      clearTimeout(timer)
    }
  }
  return { make: makeInTurn, isIdle: () => underWay === undefined }
}

async function answerTo(asked: string, make: Make): Promise<Answer> {
  try {
    const { to } = requestSchema.parse(JSON.parse(asked))
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
 * The first line that comes; undefined when the other side goes away before. What comes after it is read and dropped, so
 * that the end of the other side is seen. The socket's errors are its owner's to hear.
 */
function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const settle = (line: string | undefined) => {
      socket.off('data', listen)
      socket.resume()
      resolve(line)
    }
    const listen = (text: string) => {
      said += text
      const end = said.indexOf('\n')
      if (end !== -1) settle(said.slice(0, end))
    }
    socket.setEncoding('utf8')
    socket.on('data', listen)
    socket.once('close', () => settle(undefined))
  })
}
