import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FILE_MODE, ownFolder } from '#server/core/own-folder.ts'
import { hasCode } from '#server/core/system-error.ts'
import { holderOf, ownMark } from './lock-holder.ts'

/** Milliseconds: how often the holder shows that it lives, and how long one must not have that cannot be looked for. */
interface Pace {
  beatMs: number
  silenceMs: number
  /** Told that another process has the folder now; nothing may be written any more. */
  onLost: (error: Error) => void
}

const PACE: Pace = {
  beatMs: 2000,
  silenceMs: 10_000,
  onLost: (error) =>
    setImmediate(() => {
      throw error
    }),
}

/**
 * Takes the folder of the embedded database for this process: PGlite has no lock of its own and a second process
 * would lose writes. Gives the function that frees it. Throws, naming the process, when it is taken. A lock left
 * by a process that died is taken over, whoever has its number now: at once where its number counts here, else (it
 * ran in another container, or before the machine's last start) after it gave no sign of life for a while. A holder
 * that finds its lock taken over (it was paused meanwhile) ends.
 */
export async function lockDirectory(
  directory: string,
  pace: Partial<Pace> = {},
): Promise<() => Promise<void>> {
  const paced = { ...PACE, ...pace }
  await ownFolder(directory)
  const path = join(directory, 'lectern.pid')
  const mark = `${await ownMark()} ${randomUUID()}`
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await write(path, mark)) return keep(path, mark, paced)
    const found = await contentOf(path)
    if (found === undefined) continue
    const { pid, life } = await holderOf(found)
    if (life === 'alive' || (life === 'unknown' && (await stirs(path, paced)))) {
      const whose = life === 'alive' ? `process ${pid}` : `process ${pid ?? ''} of another container`
      throw new Error(
        `The data folder ${directory} is in use by ${whose}. Stop it first, or set another DATA_DIR.`,
      )
    }
    await takeAway(path, found)
  }
  throw new Error(`The data folder ${directory} could not be locked: ${path} keeps coming back.`)
}

/** Writes the lock where none is: true when this process has it now. */
async function write(path: string, mark: string): Promise<boolean> {
  const file = await open(path, 'wx', FILE_MODE).catch((error: unknown) => {
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    await file.writeFile(mark)
  } finally {
    await file.close()
  }
  return true
}

/** What a lock says; undefined where it is gone. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Removes a lock whose holder is gone: of two who found it at once neither removes what the other one has written since. */
async function takeAway(path: string, found: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== found) await link(aside, path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Whether a lock changes within a while, as one does whose holder lives. */
async function stirs(path: string, { beatMs, silenceMs }: Pace): Promise<boolean> {
  const before = await seen(path)
  const until = performance.now() + silenceMs
  while (performance.now() < until) {
    await sleep(beatMs / 4)
    const now = await seen(path)
    if (now !== before) return now !== undefined
  }
  return false
}

async function seen(path: string): Promise<string | undefined> {
  const [found, content] = await Promise.all([stat(path).catch(() => undefined), contentOf(path)])
  return found === undefined || content === undefined ? undefined : `${found.mtimeMs} ${content}`
}

/** Shows every now and then that the holder lives, until it frees the folder. */
function keep(path: string, mark: string, { beatMs, onLost }: Pace): () => Promise<void> {
  const beat = async () => {
    // One that was removed is there again, unless somebody took the folder meanwhile.
    if ((await contentOf(path)) !== mark && !(await write(path, mark))) {
      clearInterval(beats)
      onLost(new Error(`Another process has taken the data folder: ${path} is not this one’s any more.`))
      return
    }
    const now = new Date()
    await utimes(path, now, now)
  }
  let last: Promise<void> = Promise.resolve()
  let isTold = false
  // A disk that fails for a moment is no other process: it is tried again at the next beat.
  const failed = (error: unknown) => {
    if (!isTold)
      process.emitWarning(
        `No sign of life can be left in ${path}, so that another container may take the folder: ${String(error)}`,
      )
    isTold = true
  }
  const beats = setInterval(() => {
    last = last.then(beat).catch(failed)
  }, beatMs).unref()
  return async () => {
    clearInterval(beats)
    await last
    if ((await contentOf(path)) === mark) await rm(path, { force: true })
  }
}
