import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { listCompleted, listOngoing } from '#shared/submissions/contract.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { openS3Peer } from '#tests/s3-peer.ts'
import { openBalancer } from '../crash/balancer.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import { check, finish } from '../crash/settle.ts'
import { type Walk, walkOn } from '../crash/walk.ts'
import type { Trial } from '../trial.ts'

const AT_ONCE = 4
/** The machines run together at most so long between two kills. */
const LIFE_MS = 1500
/** An answer that takes longer is none. */
const LIMIT_MS = 20_000
/** Two processes on the first machine, one on each of the others. */
const PROCESSES = ['2', '1', '1']

/** What was handed in through whichever machine is listed by each after a log-in there, and opened by its link through the next one. */
async function readThroughEach(
  machines: readonly PortalProcess[],
  site: CrashSite,
): Promise<(string | undefined)[]> {
  const faults: (string | undefined)[] = []
  for (const [at, machine] of machines.entries()) {
    const { author } = await site.logIn(machine)
    const lists = await Promise.all(
      [listOngoing, listCompleted].map(async ({ path, answer }) => {
        const headers = { authorization: `Bearer ${author}` }
        const said = await fetch(machine.url + path, { headers, signal: AbortSignal.timeout(LIMIT_MS) })
        return answer.parse(await said.json()).abstracts
      }),
    )
    const link = lists.flat().find(({ downloadUrl }) => downloadUrl !== null)?.downloadUrl
    const next = machines[(at + 1) % machines.length]
    if (link == null || next === undefined) {
      faults.push(`machine ${at} lists nothing`)
      continue
    }
    const file = await fetch(next.url + link, { signal: AbortSignal.timeout(LIMIT_MS) })
    const begins = Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)
    faults.push(
      file.status === 200 && begins === '%PDF-'
        ? undefined
        : `machine ${at}’s link was answered ${file.status}`,
    )
  }
  return faults
}

/** Three machines with nothing in common but the database and the bucket; one after the other is killed and comes back. */
export const threeMachines: Trial = {
  name: 'three-machines',
  promise: 'Any number of machines share one database and one bucket; one that dies takes nothing with it.',
  on: 'PostgreSQL',
  run: async (bench) => {
    const peer = await openS3Peer('conference/')
    const shared = {
      STORAGE_URL: peer.url,
      AWS_ACCESS_KEY_ID: peer.place.credentials?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: peer.place.credentials?.secretAccessKey ?? '',
      JWT_SECRET: 'a secret that all machines know of each other',
    }
    const site = await openCrashSite(bench.template, false, shared)
    const folders = await Promise.all(PROCESSES.map(() => mkdtemp(join(tmpdir(), 'lectern-machine-'))))
    const machines: PortalProcess[] = []
    const start = (at: number) => {
      const dataDir = folders[at] ?? ''
      const env = { ...site.env, DATA_DIR: dataDir, SMTP_URL: site.smtp.url, WORKERS: PROCESSES[at] ?? '1' }
      return startPortal(env, { dataDir })
    }
    for (const at of folders.keys()) machines.push(await start(at))
    const balancer = await openBalancer(folders.map((_, at) => () => machines[at]?.url ?? ''))
    const walks: Walk[] = []
    try {
      const [first] = machines
      if (first === undefined) throw new Error('no machine was started')
      const through = { ...first, url: balancer.url }
      const alive = await site.logIn(through)
      const numRuns = bench.times(3, 60)
      const lives = fc.sample(fc.integer({ min: 100, max: LIFE_MS }), { numRuns, seed: bench.seed })
      for (const [nth, lifeMs] of lives.entries()) {
        await site.freshen(through, alive)
        const at = nth % machines.length
        let isOver = false
        const walking = Promise.all(Array.from({ length: AT_ONCE }, () => walkOn(walks, alive, () => isOver)))
        walking.catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, lifeMs))
        await machines[at]?.kill()
        await new Promise((resolve) => setTimeout(resolve, lifeMs / 2))
        machines[at] = await start(at)
        isOver = true
        await walking
        bench.tried()
      }
      for (const [at, count] of balancer.answered.entries())
        bench.tried(count > 0 ? undefined : `machine ${at} was asked nothing`)
      for (const fault of await readThroughEach(machines, site)) bench.tried(fault)
      for (const machine of machines) {
        const code = await machine.stop()
        bench.tried(code === 0 ? undefined : `a machine ended with ${code}`)
      }
      // A mail that was being sent waits a minute and a half for its claim: only the long part has the time.
      const withMails = bench.times(0, 1) === 1
      await finish(site, walks, withMails)
      await check(site, walks, bench, withMails)
    } finally {
      await Promise.all(machines.map((machine) => machine.kill()))
      await balancer.close()
      await site.clear()
      await peer.close()
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    }
  },
}
