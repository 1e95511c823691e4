import { askTogether } from '#client/api/read-together.ts'
import { accessToken, knownRoles } from '#client/api/session.ts'
import type { Path } from '#client/navigation/places.ts'
import { firstReadsOf, frame } from './first-reads.ts'
import { isProtected, openTo } from './open-to.ts'

/** Whether a screen is of somebody who is logged in, and somebody is. */
export const isOwnScreen = (path: Path): boolean => isProtected(openTo[path]) && accessToken() !== null

/** Asks for the first data of a protected screen, and of its frame, with one request each, while its code is on the way. */
export function askFirst(path: Path, search: string): void {
  askTogether(frame)
  askTogether(firstReadsOf(path, search, knownRoles()))
}
