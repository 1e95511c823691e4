import type { CurrentUser, me } from '#shared/people/contract.ts'
import { call } from './call.ts'
import { plainly } from './plainly.ts'

const meCall = plainly<typeof me>('GET', '/api/me')
let early: Promise<CurrentUser> | undefined

/** Asks who is logged in while the screens are still being loaded; the next `readMe` gets this answer. */
export function askEarly(): void {
  early = call(meCall)
  // Whoever takes the answer hears of its failure.
  early.catch(() => undefined)
}

/** Asks the server who is logged in here. */
export function readMe(): Promise<CurrentUser> {
  const answer = early ?? call(meCall)
  early = undefined
  return answer
}
