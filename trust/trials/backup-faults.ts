import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '#server/core/system-error.ts'
import { files } from '#server/db/schema.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import { childrenOf, leavesNobody } from '../crash/processes.ts'
import { startWalk, takeStep } from '../crash/walk.ts'
import type { Trial } from '../trial.ts'

/** What is not so after that is never so. */
const LIMIT_MS = 60_000
/** A backup and the rest have five seconds each; beside other work, as in the test command, it takes some to start and end. */
const ENDED_MS = { beside: 60_000, alone: 15_000 }

/** Commands that are killed and suspended, and a backup that hangs because a file is never read to its end. */
export const backupFaults: Trial = {
  name: 'backup-faults',
  promise: 'Neither a command that goes away nor a backup that hangs harms the portal or holds up its end.',
  on: 'PGlite',
  run: async ({ template, times, tried, measured }) => {
    for (let round = 0; round < times(1, 20); round += 1) {
      const site = await openCrashSite(template)
      const to = await mkdtemp(join(tmpdir(), 'lectern-backups-'))
      // Each in a folder of its own, which tells them apart.
      const begin = (name: string) => backup(site, join(to, name))
      const isHanging = async (name: string) => {
        const made = await readdir(join(to, name)).catch(() => [])
        return made.some((one) => one.endsWith('.partial'))
      }
      try {
        const first = await site.start()
        const walk = startWalk(0)
        await takeStep(walk, await site.logIn(first))
        await first.kill()
        const blob = join(site.filesDir, 'blobs', await onlyKey(site))
        await rename(blob, `${blob}.whole`)
        await promisify(execFile)('mkfifo', [blob])

        const portal = await site.start()
        const killed = begin('killed')
        await until('a backup hangs', () => isHanging('killed'))
        const waiting = begin('waiting')
        killed.end()
        await readUntil(blob, 'one that waited for its turn ends', waiting.hasEnded)
        const suspended = begin('suspended')
        await until('the next hangs', () => isHanging('suspended'))
        suspended.pause()
        await readUntil(blob, 'it hangs no more', async () => !(await isHanging('suspended')))
        const left = begin('left')
        await until('the last hangs', () => isHanging('left'))
        suspended.end()
        await site.logIn(portal)
        tried()

        // One of them, which reads texts for the index, hangs with the disk.
        const started = await childrenOf(portal.pid)
        const since = performance.now()
        await portal.stop()
        const tookMs = performance.now() - since
        measured('ended while a backup hangs after, ms', tookMs)
        tried(
          tookMs < times(ENDED_MS.beside, ENDED_MS.alone)
            ? undefined
            : `it ended after ${Math.round(tookMs)} ms`,
        )
        const said = await left.said
        tried(said.includes('The portal stopped before the backup was whole.') ? undefined : said)
        tried(await leavesNobody(started))
        tried((await isHanging('left')) ? undefined : 'what was begun is not recognisable')

        await rename(`${blob}.whole`, blob)
        await site.start()
        const whole = await begin('whole').said
        tried(whole.startsWith('Backed up to') ? undefined : whole)
      } finally {
        await site.clear()
        await rm(to, { recursive: true, force: true })
      }
    }
  },
}

async function onlyKey(site: CrashSite): Promise<string> {
  const database = await site.open()
  try {
    const [file] = await database.db.select({ key: files.storageKey }).from(files)
    return file?.key ?? ''
  } finally {
    await database.close()
  }
}

/** The built command, as a person would run, pause and kill it. */
function backup({ env }: CrashSite, to: string) {
  const child = spawn(process.execPath, ['dist/server/make-backup.js', '--to', to], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = once(child, 'exit')
  return {
    pause: () => child.kill('SIGSTOP'),
    end: () => child.kill('SIGKILL'),
    hasEnded: () => child.exitCode !== null,
    said: ended.then(() => said),
  }
}

/** Gives whoever waits for the bytes of a pipe none, whoever comes to it later too, until something is so. */
async function readUntil(pipe: string, what: string, isSo: Holds): Promise<void> {
  await until(what, async () => {
    await giveNothing(pipe)
    return isSo()
  })
}

/** Opens a pipe for a moment, if anybody waits at its other end. */
async function giveNothing(pipe: string): Promise<void> {
  try {
    const file = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    await file.close()
  } catch (error) {
    if (!hasCode(error, 'ENXIO')) throw error
  }
}

type Holds = () => boolean | Promise<boolean>

async function until(what: string, isSo: Holds): Promise<void> {
  const end = Date.now() + LIMIT_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not so after ${LIMIT_MS} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
