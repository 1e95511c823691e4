import { readFile } from 'node:fs/promises'

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
