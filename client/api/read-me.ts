import type { CurrentUser, me } from '#shared/people/contract.ts'
import { keepEarly } from './early.ts'
import { plainly } from './plainly.ts'
import { comeAlready, readOnce } from './read-once.ts'
import { accessToken, keepRoles } from './session.ts'

export const meCall = plainly<typeof me>('GET', '/api/me')

/** Asks the server who is logged in here. */
export const readMe = async () => noted(await readOnce(meCall))

/** Its answer where it was asked for early and is there already. */
export function meAlready() {
  const come = comeAlready(meCall)
  return come && noted(come)
}

/** Leaves it, just read, to the screen that is gone to. */
export const handOn = (me: CurrentUser): void => keepEarly(meCall.path, Promise.resolve(me))

function noted(me: CurrentUser): CurrentUser {
  // Who logged out meanwhile leaves nothing.
  if (accessToken() !== null) keepRoles(me.roles)
  return me
}
