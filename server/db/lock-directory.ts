import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_MODE, ownFolder } from '#server/core/own-folder.ts'

/**
 * Takes the folder of the embedded database for this process: PGlite has no lock of its own and a second process
 * would lose writes. Gives the function that frees it. Throws, naming the process, when it is taken; a lock left
 * by a process that died is taken over, whoever has its number now.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await ownFolder(directory)
  const path = join(directory, 'lectern.pid')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = await open(path, 'wx', FILE_MODE)
      await file.writeFile(`${process.pid} ${(await birthOf(process.pid)) ?? ''}`.trim())
      await file.close()
      return () => rm(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const [pid = '', birth] = (await readFile(path, 'utf8').catch(() => '')).split(' ')
    const holder = Number.parseInt(pid, 10)
    if (Number.isInteger(holder) && holder !== process.pid && (await lives(holder, birth))) {
      throw new Error(
        `The data folder ${directory} is in use by process ${holder}. Stop it first, or set another DATA_DIR.`,
      )
    }
    await rm(path, { force: true })
  }
  throw new Error(`The data folder ${directory} could not be locked: ${path} keeps coming back.`)
}

/** Whether the process that took the lock is still there. */
async function lives(pid: number, birth: string | undefined): Promise<boolean> {
  if (!isAlive(pid)) return false
  const now = await birthOf(pid)
  return birth === undefined || now === undefined || now === birth
}

/**
 * When a process began, in ticks since a start of the machine, and which start that was; undefined where the system does
 * not tell. Numbers of processes come again: soon in a container, where each start counts from 1.
 */
async function birthOf(pid: number): Promise<string | undefined> {
  try {
    const said = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything; the 22nd field is the 20th after it (proc(5)).
    const ticks = said.slice(said.lastIndexOf(')') + 2).split(' ')[19]
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    return ticks && `${ticks}@${boot}`
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
