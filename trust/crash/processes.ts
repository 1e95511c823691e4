import { readFile } from 'node:fs/promises'
import { hasCode } from '#server/core/system-error.ts'

/** The processes that a process started and that still run (Linux; elsewhere none is told). */
export async function childrenOf(pid: number): Promise<number[]> {
  const said = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return said.split(' ').flatMap((one) => (one.trim() === '' ? [] : [Number(one)]))
}

/** Its children, theirs, and so on. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()]
}

/** Whether a process still runs; one that ended and that nobody asked about any more does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const said = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in parentheses, may hold anything; the state follows (proc(5)).
  const state = said.slice(said.lastIndexOf(')') + 2)[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}

/** Ends a process by SIGKILL, unless it ended by itself since it was seen. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

/** How long what a process had started may take to see that it is gone: it looks every half second. */
const SEEN_MS = 30_000

/** Says so where one of the processes that another had started outlives that one. */
export async function leavesNobody(started: Iterable<number>): Promise<string | undefined> {
  const until = performance.now() + SEEN_MS
  for (const pid of started)
    while (await isRunning(pid)) {
      if (performance.now() > until) return `what a process had started outlives it: ${pid}`
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  return undefined
}
