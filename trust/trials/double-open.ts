import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPortal } from '#tests/portal-process.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import type { Bench, Trial } from '../trial.ts'

/** trust.md: from the second process's own beginning, beyond what any process of ours takes to load. */
const REFUSED_MS = 1000
/** Other work on the machine may come between two starts that are held against each other, but not each time. */
const TRIES = 3

/** Numbers of processes of its own, as a container has; the portal is number 1 there. */
const CONTAINER = ['unshare', '--fork', '--pid', '--mount-proc', '--kill-child'] as const

/** A second portal on a folder that has one, and a next one after a crash. */
export const doubleOpen: Trial = {
  name: 'double-open',
  promise:
    'The embedded database belongs to one process: a second one is refused, the next one after a crash is not.',
  on: 'PGlite',
  run: async (bench) => {
    const { template, times, tried, leftOut } = bench
    const site = await openCrashSite(template)
    try {
      for (let round = 0; round < times(1, 20); round += 1) {
        const first = await site.start()
        await isRefused(site, first.pid, bench)
        await site.logIn(first)
        tried()

        await first.kill()
        const next = await site.start()
        await site.logIn(next)
        tried()

        await next.kill()
        tried(await whenItsNumberIsTaken(site))
      }
      const hasContainers = spawnSync(CONTAINER[0], [...CONTAINER.slice(1), 'true']).status === 0
      if (!hasContainers) leftOut('two containers on one folder: none can be made here (unshare, as root)')
      else for (const fault of await betweenContainers(site)) tried(fault)
    } finally {
      await site.clear()
    }
  },
}

/** A second one is told each time who has the folder, and so soon at least once. */
async function isRefused(site: CrashSite, pid: number, { tried, measured }: Bench): Promise<void> {
  const late: number[] = []
  const wrong: string[] = []
  while (late.length < TRIES) {
    const loading = await refusalOf(() => startPortal({ ...site.env, PORT: 'none' }))
    const { tookMs, words } = await refusalOf(() => site.start())
    measured('a second one refused after, ms', tookMs)
    if (!words.includes(`is in use by process ${pid}.`)) wrong.push(words)
    if (tookMs - loading.tookMs < REFUSED_MS) break
    late.push(Math.round(tookMs))
  }
  tried(wrong.length === 0 ? undefined : `it said: ${wrong.join('; ')}`)
  tried(late.length < TRIES ? undefined : `refused after ${late.join(', ')} ms`)
}

/** Two containers on one folder, in each of which the portal has the same number; then the first one crashes. */
async function betweenContainers(site: CrashSite) {
  const start = () => site.start([...CONTAINER, process.execPath])
  const first = await start()
  const { words } = await refusalOf(start)
  const outside = await refusalOf(() => site.start())
  await site.logIn(first)
  await first.kill()
  const next = await start()
  await site.logIn(next)
  await next.kill()
  return [words, outside.words].map((said) =>
    said.includes('is in use by process 1 of another container.')
      ? undefined
      : `between containers it said: ${said}`,
  )
}

/** Another process has the number of the one that crashed, as happens in containers. */
async function whenItsNumberIsTaken(site: CrashSite) {
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
