import { plainly } from '#client/api/plainly.ts'
import type { listPayments as payments } from '#shared/payments/contract.ts'
import type { listInvitations as invitations } from '#shared/people/desk-contract.ts'
import type { listPapers as papers, listReviewers as reviewers } from '#shared/reviewing/desk-contract.ts'

/** The calls of the dashboard to other desks, without their schemas. */
export const listPapers = plainly<typeof papers>('GET', '/api/admin/papers')
export const listPayments = plainly<typeof payments>('GET', '/api/admin/payments')
export const listReviewers = plainly<typeof reviewers>('GET', '/api/admin/reviewers')
export const listInvitations = plainly<typeof invitations>('GET', '/api/admin/invitations')
