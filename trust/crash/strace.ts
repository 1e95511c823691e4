import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'

/** What happens to a process at one of its calls to the system. */
export interface CallFault {
  /** Names of calls, each counted for itself and in each thread by itself. */
  calls: readonly string[]
  /** Ended before the call is made, or told that it failed without its being made. */
  what: 'signal=KILL' | 'error=ENOSPC' | 'error=EIO'
  nth: number
  /** Not that call alone but every one from it on. */
  isLasting?: boolean
  /** Where only calls about one file count: its path, as a process of another mount namespace sees it too. */
  path?: string
}

/** A process under watch. */
export interface Watch {
  /** Whether the fault has come about. */
  isDone: () => boolean
  /** Settled when the process is no more. */
  over: Promise<unknown>
  /** Lets go of it. */
  end: () => Promise<void>
}

/** On a busy machine every thread of a process takes its time. */
const ATTACH_MS = 60_000
/** What strace(1) says of a thread that it watches now, or that ended after it was counted. */
const SETTLED = /( attached|attach: ptrace\(.*\): No such process)$/gm

/** Why no process can be watched here; undefined where strace(1) may do it. */
export async function whyNoStrace(): Promise<string | undefined> {
  const other = spawn('sleep', ['60'])
  try {
    await once(other, 'spawn')
    const watch = await inject(other.pid ?? 0, { calls: ['write'], what: 'error=EIO', nth: 1 })
    await watch.end()
    return undefined
  } catch (error) {
    return `strace(1) is not here, or may not watch another process (${error instanceof Error ? error.message : String(error)})`
  } finally {
    other.kill('SIGKILL')
  }
}

/** Watches every thread that a process has now, by strace(1), and lets the fault come about; its children are left alone. */
export async function inject(pid: number, fault: CallFault): Promise<Watch> {
  const threads = await readdir(`/proc/${pid}/task`)
  const calls = fault.calls.join(',')
  const strace = spawn(
    'strace',
    [
      ...[
        '-e',
        `trace=${calls}`,
        '-e',
        `inject=${calls}:${fault.what}:when=${fault.nth}${fault.isLasting ? '+' : ''}`,
      ],
      ...pathsOf(fault).flatMap((path) => ['-P', path]),
      ...threads.flatMap((thread) => ['-p', thread]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  strace.stderr.on('data', (chunk) => {
    said += chunk
  })
  const over = new Promise<void>((resolve) => strace.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const failed = (why: string) => {
      strace.kill('SIGKILL')
      reject(new Error(why))
    }
    const late = setTimeout(() => failed('it does not attach'), ATTACH_MS)
    strace.once('error', (error) => failed(error.message))
    strace.once('close', () => failed(said.trim()))
    strace.stderr.on('data', () => {
      if ((said.match(SETTLED) ?? []).length < threads.length) return
      clearTimeout(late)
      resolve()
    })
  })
  return {
    isDone: () => /\(INJECTED\)|killed by SIGKILL/.test(said),
    over,
    end: async () => {
      letGo(strace)
      await over
    },
  }
}

/** A path, and within the root that it goes through: strace(1) knows an open file by the latter. */
function pathsOf({ path }: CallFault): string[] {
  if (path === undefined) return []
  const within = path.replace(/^\/proc\/\d+\/root(?=\/)/, '')
  return within === path ? [path] : [path, within]
}

function letGo(strace: ChildProcess): void {
  if (strace.exitCode === null && strace.signalCode === null) strace.kill('SIGINT')
}
