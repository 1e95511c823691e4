import { call } from '#client/api/call.ts'
import { keepEarly } from '#client/api/early.ts'
import { askFirstPage } from '#client/api/first-page.ts'
import { plainly } from '#client/api/plainly.ts'
import { meCall } from '#client/api/read-me.ts'
import {
  listAbstracts,
  listPendingAbstracts,
  listReviewedAbstracts,
} from '#client/features/admin-abstracts/calls.ts'
import { listPapers } from '#client/features/admin-papers/calls.ts'
import { listUsers } from '#client/features/admin-people/calls.ts'
import { listReviewers } from '#client/features/admin-reviewers/calls.ts'
import { listCompleted, listOngoing } from '#client/features/author/calls.ts'
import { listNotices } from '#client/features/notices/calls.ts'
import { listAssigned, listReviewed } from '#client/features/reviewer/calls.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { listPayments } from '#shared/payments/contract.ts'

/** What a screen reads first, beside who is logged in, by its address: path and search. */
const firstReads: Readonly<Record<string, readonly EndpointSpec[]>> = {
  '/author': [listOngoing, listCompleted, listNotices],
  '/reviewer': [listAssigned, listReviewed, listNotices],
}

/** Whose list's first page it shows, of all that there is and in the list's own order. */
const firstPages: Readonly<Record<string, EndpointSpec>> = {
  '/admin?view=all': listAbstracts,
  '/admin?view=pending': listPendingAbstracts,
  '/admin?view=reviewed': listReviewedAbstracts,
  '/admin/papers': listPapers,
  '/admin/reviewers': listReviewers,
  '/admin/payments': plainly<typeof listPayments>('GET', '/api/admin/payments'),
  '/admin/people': listUsers,
}

/** Asks for a protected screen's first data while its code is on the way. */
export function askFirst(address: string): void {
  for (const read of [meCall, ...(firstReads[address] ?? [])]) keepEarly(read.path, call(read))
  const list = firstPages[address]
  if (list !== undefined) askFirstPage(list)
}
