import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** A window that is read whole; above it is halved. */
const WINDOW = 4096
/** 40 digits, a colon, a count, an end of line: with room to spare. */
const LINE_MAX = 64
const LINE = /^([0-9A-F]{40})(:\d+)?$/i

/**
 * Looks passwords up in a list of breached ones as Have I Been Pwned publishes it: SHA-1 in hexadecimal, a line each, a
 * colon and how often, sorted by hash. Nothing of the file is held: a look-up reads as many blocks as its size has
 * halves, at most 32 of a few hundred bytes each for any list there is.
 */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await isListed(file, size, wanted)
  } finally {
    await file.close()
  }
}

/** Refuses, when the portal starts, a file that is no such list: an Error that says why. */
export async function assertBreachedPasswords(path: string): Promise<void> {
  const said = (why: string) => new Error(`BREACHED_PASSWORDS_FILE (${path}) ${why}`)
  const file = await open(path).catch((error: Error) => {
    throw said(`cannot be read: ${error.message}`)
  })
  try {
    const { size } = await file.stat()
    const first = hashIn((await read(file, 0, LINE_MAX)).split('\n')[0])
    const last = hashIn(
      (await read(file, Math.max(0, size - LINE_MAX), LINE_MAX)).trimEnd().split('\n').at(-1),
    )
    if (first === undefined || last === undefined)
      throw said('is no list of SHA-1 hashes, a line each, as Have I Been Pwned publishes it')
    if (first > last) throw said('is not sorted by hash')
  } finally {
    await file.close()
  }
}

/** Halves what may hold the wanted line until it is small, then reads that. `low` always begins a line. */
async function isListed(file: FileHandle, size: number, wanted: string): Promise<boolean> {
  let low = 0
  let high = size
  while (high - low > WINDOW) {
    const middle = Math.floor((low + high) / 2)
    const line = await lineAfter(file, middle)
    if (line === undefined || line.at >= high || line.hash > wanted) high = middle + 1
    else if (line.hash < wanted) low = line.at
    else return true
  }
  const lines = (await read(file, low, high - low + LINE_MAX)).split('\n')
  return lines.some((line) => hashIn(line) === wanted)
}

/** The first line that begins after a place; undefined where none does. */
async function lineAfter(file: FileHandle, place: number): Promise<{ at: number; hash: string } | undefined> {
  const text = await read(file, place, 2 * LINE_MAX)
  const end = text.indexOf('\n')
  if (end === -1) return undefined
  const hash = hashIn(text.slice(end + 1).split('\n')[0])
  return hash === undefined ? undefined : { at: place + end + 1, hash }
}

async function read(file: FileHandle, place: number, count: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, place)
  return buffer.toString('latin1', 0, bytesRead)
}

const hashIn = (line: string | undefined) => LINE.exec(line?.trimEnd() ?? '')?.[1]?.toUpperCase()
