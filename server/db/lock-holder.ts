import { readFile, readlink } from 'node:fs/promises'
import { hasCode } from '#server/core/system-error.ts'

/** Which start of which machine this is; undefined where the system does not tell. */
const BOOT = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
  (said) => said.trim(),
  () => undefined,
)
/** Where numbers of processes mean something: those of another container or machine are of other processes, or of none. */
const HERE = await readlink('/proc/self/ns/pid').then(
  (space) => `${space}@${BOOT}`,
  () => '-',
)

/** Whether the process that a lock names is there: "unknown" where its number is of another container, or not written yet. */
export type Holder = { pid: number; life: 'alive' | 'dead' } | { pid: number | undefined; life: 'unknown' }

/** What a process writes into a lock: its number, when it began, and where its number counts, as far as the system tells. */
export async function ownMark(): Promise<string> {
  return [process.pid, (await birthOf(process.pid)) ?? '-', HERE].join(' ')
}

/** Who wrote a mark (`ownMark`), and whether they live. One of an earlier version has no place: its number is taken to count here. */
export async function holderOf(mark: string): Promise<Holder> {
  const [number = '', birth = '-', place = HERE] = mark.trim().split(' ')
  const pid = Number.parseInt(number, 10)
  if (Number.isNaN(pid)) return { pid: undefined, life: 'unknown' }
  if (place !== HERE) return { pid, life: 'unknown' }
  return { pid, life: (await lives(pid, birth)) ? 'alive' : 'dead' }
}

/** Whether the process with this number is the one that began then; no birth where it was not told. */
async function lives(pid: number, birth: string): Promise<boolean> {
  const now = await birthOf(pid)
  if (birth !== '-' && now !== undefined) return now === birth
  // Without births one's own number is that of a process before.
  return pid !== process.pid && isAlive(pid)
}

/**
 * When a process began, in ticks since a start of the machine, and which start that was; undefined where the system does
 * not tell. Numbers of processes come again: soon in a container, where each start counts from 1.
 */
async function birthOf(pid: number): Promise<string | undefined> {
  try {
    const said = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything; the 22nd field is the 20th after it (proc(5)).
    const ticks = said.slice(said.lastIndexOf(')') + 2).split(' ')[19]
    return ticks && BOOT && `${ticks}@${BOOT}`
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return hasCode(error, 'EPERM')
  }
}
