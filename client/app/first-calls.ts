import { askTogether } from '#client/api/read-together.ts'
import { accessToken, knownRoles } from '#client/api/session.ts'
import type { Path } from '#client/navigation/places.ts'
import { firstReadsOf, frame } from './first-reads.ts'
import { openTo } from './open-to.ts'

/** Whether a screen is of somebody who is logged in, and somebody is. */
export function isOwnScreen(path: Path): boolean {
  const who = openTo[path]
  return who !== 'anybody' && who !== 'visitors' && accessToken() !== null
}

/** Asks for the first data of a protected screen, and of its frame, with one request each, while its code is on the way. */
export function askFirst(path: Path, search: string): void {
  askTogether(frame)
  askTogether(firstReadsOf(path, search, knownRoles()))
}
