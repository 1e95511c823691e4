import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '#server/core/ctx.ts'
import {
  assignmentBatches,
  assignments,
  bankLines,
  bids,
  conflicts,
  deadlineExtensions,
  invitations,
  payments,
  proposals,
  publications,
  reviewDrafts,
  reviewDraftTexts,
  reviews,
  submissionEvents,
  submissions,
  users,
} from '#server/db/schema.ts'

/** Whoever is named in any of these has left something in the conference, or was given something to do. */
export const traces: readonly AnyPgColumn[] = [
  ...[submissions.authorId, submissionEvents.actorId],
  ...[assignments.reviewerId, assignments.assignedBy, assignmentBatches.madeBy, proposals.madeBy],
  ...[reviews.reviewerId, reviewDrafts.reviewerId, reviewDraftTexts.reviewerId],
  ...[conflicts.reviewerId, bids.reviewerId, publications.userId],
  ...[invitations.invitedBy, invitations.acceptedBy],
  ...[payments.verifiedBy, payments.reopenedBy, bankLines.importedBy],
  ...[deadlineExtensions.grantedBy, deadlineExtensions.userId],
]

/**
 * The condition of an account that stands for nobody: its address was never confirmed, nobody ever logged in, it left no trace,
 * and no organiser gave it rights or disabled it. Whoever types an address can make one.
 */
export function leftNothing(ctx: Ctx): SQL | undefined {
  return and(
    isNull(users.emailVerifiedAt),
    isNull(users.lastLoginAt),
    isNull(users.disabledAt),
    eq(users.role, 'author'),
    eq(users.isStaff, false),
    ...traces.map((column) => notNamedIn(ctx, column)),
  )
}

function notNamedIn(ctx: Ctx, column: AnyPgColumn) {
  return notExists(ctx.tx.select({ one: sql`1` }).from(column.table).where(eq(column, users.id)))
}
