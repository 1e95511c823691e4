import { plainly } from '#client/api/plainly.ts'
import type { listPayments as payments } from '#shared/payments/contract.ts'
import type { listInvitations as invitations } from '#shared/people/desk-contract.ts'
import type { listPapers as papers, listReviewers as reviewers } from '#shared/reviewing/desk-contract.ts'
import type * as deleted from '#shared/submissions/deleted-contract.ts'
import type * as desk from '#shared/submissions/desk-contract.ts'

/** The calls of the dashboard and its lists, to other desks too, without their schemas: they open without the schema library. */
export const listAbstracts = plainly<typeof desk.listAbstracts>('GET', '/api/admin/abstracts')
export const listPendingAbstracts = plainly<typeof desk.listPendingAbstracts>(
  'GET',
  '/api/admin/abstracts/pending',
)
export const listReviewedAbstracts = plainly<typeof desk.listReviewedAbstracts>(
  'GET',
  '/api/admin/abstracts/approved',
)
export const listDeleted = plainly<typeof deleted.listDeleted>('GET', '/api/admin/abstracts/deleted')
export const listPapers = plainly<typeof papers>('GET', '/api/admin/papers')
export const listPayments = plainly<typeof payments>('GET', '/api/admin/payments')
export const listReviewers = plainly<typeof reviewers>('GET', '/api/admin/reviewers')
export const listInvitations = plainly<typeof invitations>('GET', '/api/admin/invitations')

/** What the home counts: of each list a page of one, for the count that it says. */
export const homeCounts = {
  pending: { query: { limit: 1 } },
  toDecide: { query: { status: 'decision_needed', limit: 1 } },
  unassigned: { query: { status: 'unassigned', limit: 1 } },
  overdue: { query: { status: 'overdue', limit: 1 } },
  reported: { query: { status: 'reported', limit: 1 } },
  deleted: { query: { limit: 1 } },
} as const
