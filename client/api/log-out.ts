import { readyToLeave } from '#client/navigation/leaving.ts'
import type { logout } from '#shared/people/contract.ts'
import { call } from './call.ts'
import { plainly } from './plainly.ts'
import { clearSession } from './session.ts'

const logoutCall = plainly<typeof logout>('GET', '/api/auth/logout')

/** When it changes, the other tabs leave too. */
export const LOGGED_OUT_AT = 'loggedOutAt'

/**
 * Saves what is being typed, asks where something would be lost, and only then ends the session, on the server as well
 * where it can be reached, clears the stored tokens and loads / afresh, so that nothing of this person stays in memory.
 */
export async function logOut(): Promise<void> {
  if (!(await readyToLeave())) return
  await call(logoutCall, { timeout: 3000 }).catch(() => undefined)
  forgetSession()
  window.location.assign('/')
}

/** Clears the stored tokens, here and in the other tabs; for a session that the server has ended. */
export function forgetSession(): void {
  clearSession()
  localStorage.setItem(LOGGED_OUT_AT, String(Date.now()))
}
