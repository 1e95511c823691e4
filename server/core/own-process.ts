import { type ChildProcess, fork, type Serializable, type SerializationType } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { OwnProgram } from './start-thread.ts'

/** A process that {@link startProcess} started. */
export type OwnProcess = ChildProcess
/** What may be said to it. */
export type Sendable = Serializable

export interface ProcessOptions {
  /** Megabytes that its JavaScript may hold. */
  memoryMb: number
  /** By how much all its threads yield to others on a busy machine (`nice`, 0 to 19). */
  yields: number
  /** How what is said between the two is written: as JSON, or, more slowly, as whatever can be cloned. */
  serialization?: SerializationType
}

/**
 * Starts a process of our own for what comes from outside; {@link settleIn} is the first that it does. It gets no environment:
 * no secret is in reach of a file. In the sources it is TypeScript and wants the loader; in the bundle it lies beside as
 * JavaScript, under the name that vite.server.config.ts gives it. Whoever starts it ends it, or lets go of it (`unref`).
 */
export function startProcess({ source, built }: OwnProgram, options: ProcessOptions): OwnProcess {
  const { memoryMb, yields, serialization = 'json' } = options
  const fromSources = import.meta.url.endsWith('.ts')
  const entry = fileURLToPath(fromSources ? source : new URL(`./${built}.js`, import.meta.url))
  return fork(entry, [String(yields), String(process.pid)], {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...(fromSources ? ['--import', 'tsx'] : [])],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    serialization,
  })
}

/** In such a process: gives way as it was started to, and ends with its parent, whatever keeps it busy. */
export function settleIn(): void {
  const [yields = 0, parent] = process.argv.slice(2).map(Number)
  // The parent may have ended while this program was read: nothing tells of it any more.
  if (!process.connected || process.ppid !== parent) process.exit(0)
  for (const thread of ownThreads()) setPriority(thread, yields)
  // While a file keeps this thread busy, 'disconnect' is not heard: another thread looks whether the parent is there.
  const watch = `setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL') }, 500)`
  new Worker(watch, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } })
  // An exit in order waits for what is being read, and a disk that hangs never answers. There is nothing to put in order here.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

/** On Linux a priority is a thread's own, and those that collect memory are there before it is set; elsewhere 0 is all of them. */
function ownThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
}

/** Resident memory of a process in megabytes where the system tells (Linux), else 0: there V8's own limit must do. */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}

/** Milliseconds a tick of the processor's clock is, as Linux tells it (proc(5), `utime`). */
const TICK_MS = 10

/** What a process took of the processor so far, in milliseconds, where the system tells (Linux). */
export async function busyOf(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid ?? 0}/stat`, 'utf8').catch(() => '')
  // The name of the program, in brackets, may hold anything.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return user === undefined || system === undefined ? undefined : TICK_MS * (user + system)
}
