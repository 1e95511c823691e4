import { addressOf } from '#client/api/address-of.ts'
import { askedAt } from '#client/api/call.ts'
import { isAskedEarly } from '#client/api/early.ts'
import { answerKept } from '#client/api/kept-answers.ts'
import { askTogether, type Read } from '#client/api/read-together.ts'
import { accessToken, knownRoles } from '#client/api/session.ts'
import { type Path, placeAt } from '#client/navigation/places.ts'
import { firstReadsOf, frame } from './first-reads.ts'
import { openTo } from './open-to.ts'

/** Whether a screen is of somebody who is logged in, and somebody is. */
export const isOwnScreen = (path: Path): boolean => {
  const who = openTo[path]
  return who !== 'anybody' && who !== 'visitors' && accessToken() !== null
}

/**
 * Asks for the first data of a protected screen, and of its frame, with one request each, before the screen is there. What was
 * read before is left to the screen: it knows how old that is, and asks with its tag.
 */
export function askFirst(pathname: string, search: string): void {
  const path = placeAt(pathname)
  if (path === undefined || !isOwnScreen(path)) return
  for (const reads of [frame, firstReadsOf(path, search, knownRoles())]) askTogether(reads.filter(isNew))
}

function isNew({ spec, ...given }: Read): boolean {
  const name = askedAt(spec, given)
  return !isAskedEarly(name) && answerKept(addressOf(name)) === undefined
}
