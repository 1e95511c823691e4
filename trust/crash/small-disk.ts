import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that can be filled: real, in memory, and seen by nobody else. */
export interface SmallDisk {
  /** Where it lies, for every process of this user. */
  folder: string
  /** Takes all room but so many bytes. */
  fill: (leftBytes: number) => Promise<void>
  /** Gives it back. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** Nobody holds it longer. */
const LIMIT_S = 3600

/**
 * A tmpfs of `bytes` in a mount namespace of its own (unshare(1), Linux), held by a process of nothing else. Throws where
 * the system allows none.
 */
export async function openSmallDisk(bytes: number): Promise<SmallDisk> {
  const own = await mkdtemp(join(tmpdir(), 'lectern-disk-'))
  const mounted = `mount -t tmpfs -o size=${bytes} tmpfs "$0" && echo mounted && exec sleep ${LIMIT_S}`
  const holder = spawn('unshare', ['--mount', '--map-root-user', 'sh', '-c', mounted, own], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(holder, 'close')
  const said = await Promise.race([once(holder.stdout, 'data'), ended])
  if (String(said[0]).trim() !== 'mounted') {
    await rmdir(own)
    throw new Error(`no disk of its own can be had here (unshare, mount): ${said.join(' ')}`)
  }
  const folder = `/proc/${holder.pid}/root${own}`
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async (leftBytes) => {
      const { bavail, bsize } = await statfs(folder)
      await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes))).catch(isFull)
    },
    clear: () => rm(ballast, { force: true }),
    close: async () => {
      holder.kill('SIGKILL')
      await ended
      await rmdir(own)
    },
  }
}

/** Somebody wrote meanwhile: then nothing is left. */
function isFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error
}
