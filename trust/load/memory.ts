import { readFile } from 'node:fs/promises'
import { childrenOf } from '../crash/processes.ts'

const EVERY_MS = 50

/** Looks again and again how many megabytes a process has, alone and with all that it started; `stop` tells the most. */
export function watchMemory(pid: number) {
  let isOver = false
  const most = { own: 0, all: 0 }
  const looking = (async () => {
    while (!isOver) {
      const [own, all] = [await memoryOf(pid), await memoryOfAll(pid)]
      most.own = Math.max(most.own, Math.round(own))
      most.all = Math.max(most.all, Math.round(all))
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await looking
      return most
    },
  }
}

/** Resident megabytes of a process; 0 where the system does not say. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** The same with all processes that it started. */
async function memoryOfAll(pid: number): Promise<number> {
  const theirs = await Promise.all((await childrenOf(pid)).map(memoryOfAll))
  return theirs.reduce((sum, one) => sum + one, await memoryOf(pid))
}
