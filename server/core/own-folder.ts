import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '#server/core/system-error.ts'

/** What the portal writes to a disk is for its own account alone: a folder that nobody else enters, */
export const FOLDER_MODE = 0o700
/** and a file that nobody else reads. */
export const FILE_MODE = 0o600

/**
 * Makes a folder and those above it that are not there, all closed to other accounts, and gives the topmost that it made;
 * one that is there is left as it is. Throws the system's error where none can be made.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  let first: string | undefined
  try {
    return (await wasMade(path)) ? path : undefined
  } catch (error) {
    const isAboveMissing = hasCode(error, 'ENOENT')
    if (!isAboveMissing || dirname(path) === path) throw error
    first = await makeFolder(dirname(path))
  }
  // Once more and no oftener: Node's own recursion never ends where nothing can be made, as below /proc.
  return (await wasMade(path)) ? (first ?? path) : first
}

/** False when it is there already. */
async function wasMade(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: FOLDER_MODE })
    return true
  } catch (error) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory()) return false
    throw error
  }
}

/**
 * A folder that is the portal's alone, made where there is none: one that is there is closed to other accounts, with all
 * that an earlier version left open below it. Where that is not allowed (a mount, another's folder) it stays as it is.
 */
export async function ownFolder(path: string): Promise<void> {
  await makeFolder(path)
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) await chmod(path, mode & 0o7700).catch(() => undefined)
}
