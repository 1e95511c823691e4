import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What below a folder other accounts may read, write or enter, and how: `files/a 644`. */
export async function openToOthers(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const mode = (await stat(join(folder, name))).mode & 0o777
    if ((mode & 0o077) !== 0) open.push(`${name} ${mode.toString(8)}`)
  }
  return open
}
