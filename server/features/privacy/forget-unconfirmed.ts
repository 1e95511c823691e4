import { and, asc, eq, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { nobodyAt } from '#server/core/nobody.ts'
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
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'
import { forgetMails } from './forget-mails.ts'

/** As many as one day's transaction takes; the next day takes the rest. */
const AT_ONCE = 200

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
 * Removes accounts whose address nobody confirmed within `keepUnconfirmedDays`, and takes the address out of the mails to
 * it: mostly somebody mistyped theirs, or typed another's. Never one that left any trace, was invited, or that an
 * organiser gave rights or disabled.
 */
export const forgetUnconfirmed: Chore = {
  name: 'forget_unconfirmed',
  run: async (ctx) => {
    const { keepUnconfirmedDays } = await settingsOf(ctx.tx)
    const before = new Date(ctx.now.getTime() - keepUnconfirmedDays * DAY_MS)
    const due = await ctx.tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(
        and(
          isNull(users.emailVerifiedAt),
          lt(users.createdAt, before),
          isNull(users.lastLoginAt),
          isNull(users.disabledAt),
          ne(users.role, 'admin'),
          eq(users.isStaff, false),
          ...traces.map((column) => notNamedIn(ctx, column)),
          wasNotInvited(ctx),
        ),
      )
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(AT_ONCE)
      .for('update')
    for (const person of due) await forgetMails(ctx, person, nobodyAt(person.id))
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await ctx.tx.delete(users).where(inArray(users.id, ids))
  },
}

function notNamedIn(ctx: Ctx, column: AnyPgColumn) {
  return notExists(ctx.tx.select({ one: sql`1` }).from(column.table).where(eq(column, users.id)))
}

function wasNotInvited(ctx: Ctx) {
  const theirs = eq(sql`lower(${invitations.email})`, sql`lower(${users.email})`)
  return notExists(ctx.tx.select({ one: sql`1` }).from(invitations).where(theirs))
}
