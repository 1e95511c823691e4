import type { CurrentUser, me } from '#shared/people/contract.ts'
import { call } from './call.ts'
import { plainly } from './plainly.ts'

export const meCall = plainly<typeof me>('GET', '/api/me')

/** Asks the server who is logged in here. */
export function readMe(): Promise<CurrentUser> {
  return call(meCall)
}
