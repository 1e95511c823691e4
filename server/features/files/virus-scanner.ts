import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { AppError } from '#server/core/app-error.ts'

/** Looks through a file; throws AppError `harmful_file` where something is found, `unavailable` where it cannot. */
export type VirusScanner = (path: string) => Promise<void>

interface Waits {
  /** Without a sign from the scanner. */
  idleMs: number
  /** In all. */
  wholeMs: number
}

/** The longest answer that is read; clamd's are a line. */
const ANSWER_MAX = 4096

/**
 * Asks a ClamAV daemon by its protocol (clamd(8), INSTREAM): the file is sent in parts, each behind its length, and never
 * named by a path. `url` is `tcp://host:port` or `unix:///path`. Whatever is not a clear "OK" lets nothing in.
 */
export function openVirusScanner(
  url: string,
  waits: Waits = { idleMs: 30_000, wholeMs: 120_000 },
): VirusScanner {
  return async (path) => {
    const said = await ask(url, path, waits).catch((error: unknown) => {
      throw unavailable(error)
    })
    if (said === 'stream: OK') return
    if (/^stream: .* FOUND$/.test(said)) {
      throw new AppError('harmful_file', 'This file was found to be harmful and was not taken.')
    }
    throw unavailable(new Error(`the virus scanner answered ${JSON.stringify(said.slice(0, 200))}`))
  }
}

function unavailable(cause: unknown): AppError {
  const error = new AppError(
    'unavailable',
    'Files cannot be checked for viruses right now. Please try again in a few minutes.',
  )
  error.cause = cause
  error.retryAfter = 60
  return error
}

async function ask(url: string, path: string, { idleMs, wholeMs }: Waits): Promise<string> {
  const socket = connect(placeOf(new URL(url)))
  const limit = setTimeout(() => socket.destroy(new Error('the virus scanner took too long')), wholeMs)
  socket.setTimeout(idleMs, () => socket.destroy(new Error('the virus scanner is silent')))
  try {
    const answer = answerOf(socket)
    // It may answer, and close, before all was sent: its answer counts then.
    const sent = send(socket, path)
    return await Promise.race([answer, sent.then(() => answer)])
  } finally {
    clearTimeout(limit)
    socket.destroy()
  }
}

function placeOf({ protocol, hostname, port, pathname }: URL) {
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  // An IPv6 address stands in brackets.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
}

async function send(socket: Socket, path: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'))
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    await write(socket, Buffer.concat([length, part]))
  }
  await write(socket, Buffer.alloc(4))
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** What it said when it closed the line or ended its line with NUL. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text = (text + part).slice(0, ANSWER_MAX)
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')).trim())
    })
    socket.on('end', () => resolve(text.trim()))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the virus scanner closed the line')))
  })
}
