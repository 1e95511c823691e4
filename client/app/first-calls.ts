import { call } from '#client/api/call.ts'
import { keepEarly } from '#client/api/early.ts'
import { meCall } from '#client/api/read-me.ts'
import { listCompleted, listOngoing } from '#client/features/author/calls.ts'
import { listNotices } from '#client/features/notices/calls.ts'
import { listAssigned, listReviewed } from '#client/features/reviewer/calls.ts'
import type { Path } from '#client/navigation/places.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'

/** What the home view of a screen reads first, beside who is logged in. */
const firstReads: Partial<Record<Path, readonly EndpointSpec[]>> = {
  '/author': [listOngoing, listCompleted, listNotices],
  '/reviewer': [listAssigned, listReviewed, listNotices],
}

/** Asks for a protected screen's first data while its code is on the way. */
export function askFirst(path: Path, isHomeView: boolean): void {
  const reads = (isHomeView && firstReads[path]) || []
  for (const read of [meCall, ...reads]) keepEarly(read.path, call(read))
}
