import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPortal } from '#tests/portal-process.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import type { Trial } from '../trial.ts'

/** trust.md: from the second process's own beginning, beyond what any process of ours takes to load. */
const REFUSED_MS = 1000

/** A second portal on a folder that has one, and a next one after a crash. */
export const doubleOpen: Trial = {
  name: 'double-open',
  promise:
    'The embedded database belongs to one process: a second one is refused, the next one after a crash is not.',
  on: 'PGlite',
  run: async ({ template, times, tried, measured }) => {
    const site = await openCrashSite(template)
    try {
      for (let round = 0; round < times(1, 20); round += 1) {
        const first = await site.start()
        const loading = await refusalOf(() => startPortal({ ...site.env, PORT: 'none' }))
        const { tookMs, words } = await refusalOf(() => site.start())
        measured('a second one refused after, ms', tookMs)
        tried(words.includes(`is in use by process ${first.pid}.`) ? undefined : `it said: ${words}`)
        tried(tookMs - loading.tookMs < REFUSED_MS ? undefined : `refused after ${Math.round(tookMs)} ms`)
        await site.logIn(first)
        tried()

        await first.kill()
        const next = await site.start()
        await site.logIn(next)
        tried()

        await next.kill()
        tried(await whenItsNumberIsTaken(site))
      }
    } finally {
      await site.clear()
    }
  },
}

/** Another process has the number of the one that crashed, as happens in containers. */
async function whenItsNumberIsTaken(site: Awaited<ReturnType<typeof openCrashSite>>) {
  const lock = join(site.env.DATA_DIR, 'database', 'lectern.pid')
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    const [, ...birth] = (await readFile(lock, 'utf8')).split(' ')
    await writeFile(lock, [other.pid, ...birth].join(' '))
    const portal = await site.start()
    await portal.kill()
    return undefined
  } catch (error) {
    return `after a crash: ${String(error)}`
  } finally {
    other.kill('SIGKILL')
  }
}

/** How long a start takes that must fail, and what it said. */
async function refusalOf(start: () => Promise<unknown>): Promise<{ tookMs: number; words: string }> {
  const began = performance.now()
  const words = await start().then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  return { tookMs: performance.now() - began, words }
}
