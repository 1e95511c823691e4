import { readyToLeave } from '#client/navigation/leaving.ts'
import type { logout } from '#shared/people/contract.ts'
import { call } from './call.ts'
import { leaveAfresh } from './leave-afresh.ts'
import { isSomebodyElses } from './owner.ts'
import { plainly } from './plainly.ts'
import { clearSession } from './session.ts'

const logoutCall = plainly<typeof logout>('GET', '/api/auth/logout')

/** So long the server is waited for, in all: whoever leaves a shared computer does not wait for a full house. */
const SERVER_MS = 3000

/** A second click asks and ends nothing again. */
let isLeaving = false

/** When it changes, the other tabs leave too. */
export const LOGGED_OUT_AT = 'loggedOutAt'

/**
 * Saves what is being typed, asks where something would be lost, and only then ends the session, on the server as well
 * where it can be reached, clears the stored tokens and loads / afresh, so that nothing of this person stays in memory.
 */
export async function logOut(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  try {
    if (!(await readyToLeave())) return
    // Not the session of who has logged in in another tab.
    if (isSomebodyElses()) return leaveAfresh()
    const signal = AbortSignal.timeout(SERVER_MS)
    await call(logoutCall, { signal, comesBack: false }).catch(() => undefined)
    forgetSession()
    leaveAfresh()
  } finally {
    isLeaving = false
  }
}

/** Clears what is the session's, here and in the other tabs; for a session that the server has ended. */
export function forgetSession(): void {
  clearSession()
  forgetWork()
  localStorage.setItem(LOGGED_OUT_AT, String(Date.now()))
}

/** What stays on a device when somebody leaves it: choices that name nobody else, and what opens nothing. */
const OF_THE_DEVICE: readonly string[] = [
  LOGGED_OUT_AT,
  ...['celebrated', 'device', 'rememberedEmail', 'singleKeys', 'theme'],
]

/** Forgets what was begun and lies in this browser for the person's next visit: it names papers and people. */
export function forgetWork(): void {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key)
}
