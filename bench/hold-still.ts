import { hasCode } from '#server/core/system-error.ts'
import { childrenOf } from './memory.ts'
import type { BenchPortal } from './portals.ts'

/** What fell due while they stood still, connections that nobody used for instance, is done before they are asked anything. */
const SETTLED_MS = 300

/** Stops portals and the processes that they started; gives what has them go on. */
export async function holdStill(portals: readonly BenchPortal[]): Promise<() => Promise<void>> {
  const stopped: number[] = []
  // What the portal's own processes started too (`WORKERS`).
  const stopBelow = async (parent: Pick<BenchPortal, 'pid'>): Promise<void> => {
    for (const pid of await childrenOf(parent)) {
      tell(pid, 'SIGSTOP')
      stopped.push(pid)
      await stopBelow({ pid })
    }
  }
  for (const portal of portals) {
    // The portal first: it starts no other meanwhile.
    tell(portal.pid, 'SIGSTOP')
    stopped.push(portal.pid)
    await stopBelow(portal)
  }
  return async () => {
    for (const pid of stopped) tell(pid, 'SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  }
}

/** One that has ended meanwhile needs nothing. */
function tell(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
