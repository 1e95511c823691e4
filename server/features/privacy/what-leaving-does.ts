import { asc, eq, sql } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { reviews, submissions } from '#server/db/schema.ts'
import { isAnotherAdmin } from '#server/features/people/last-admin.ts'
import { nameOf } from '#server/features/submissions/placeholders.ts'
import { shownTitles } from '#server/features/submissions/shown-titles.ts'
import type { StayReason } from '#shared/people/account-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { needsAnother, openAssignments } from './give-back-papers.ts'
import { moneyLeftBehind } from './money-left-behind.ts'
import { ROWS_MAX } from './own-file.ts'
import { booked } from './purge-submissions.ts'
import { isUnderWay } from './withdraw-submissions.ts'

/**
 * What becomes of one's submissions and reviews when one deletes one's account (decisions.md §4), by the rules that the
 * deletion itself goes by.
 */
export async function whatLeavingDoes(ctx: Ctx) {
  const { userId, role } = personOf(ctx)
  const rows = await ctx.tx
    .select({ submission: submissions, booked: sql<boolean>`${booked(ctx)}` })
    .from(submissions)
    .where(eq(submissions.authorId, userId))
    .orderBy(asc(submissions.id))
    .limit(ROWS_MAX)
  const left = await moneyLeftBehind(
    ctx,
    rows.map(({ submission }) => submission),
  )
  const titles = await shownTitles(
    ctx,
    rows.map(({ submission }) => submission),
    'abstract',
  )
  const theirs = rows.map(({ submission, ...row }) => ({
    ...row,
    money: left.get(submission.id) ?? { sums: [], reported: false },
    id: nameOf(submission),
    title: titles.get(submission.id) ?? '',
    deleted: submission.deletedAt !== null,
    underWay: isUnderWay(submission),
    stage: submission.stage,
  }))
  const standing = theirs.filter(({ deleted }) => !deleted)
  const deleted = theirs.filter((one) => one.deleted)
  const shown = ({ id, title }: { id: string; title: string }) => ({ id, title })
  const reviewed = await ctx.tx
    .selectDistinct({ paperId: submissions.paperId })
    .from(reviews)
    .innerJoin(submissions, eq(submissions.id, reviews.submissionId))
    .where(eq(reviews.reviewerId, userId))
    .orderBy(asc(submissions.paperId))
    .limit(ROWS_MAX)
  return {
    isLastAdmin: role === 'admin' && !(await isAnotherAdmin(ctx, userId)),
    withdrawn: standing
      .filter(({ underWay }) => underWay)
      .map((one) => ({ ...shown(one), paid: one.booked, money: one.money })),
    stays: [
      ...standing
        .filter(({ underWay }) => !underWay)
        .map((one) => ({ ...shown(one), why: reasonOf(one.stage), money: one.money })),
      ...deleted
        .filter((one) => one.booked)
        .map((one) => ({ ...shown(one), why: 'paid' as const, money: one.money })),
    ],
    removed: deleted.filter((one) => !one.booked).map(shown),
    givenBack: (await openAssignments(ctx, userId).limit(ROWS_MAX))
      .filter(needsAnother)
      .map(({ paperId }) => paperId),
    reviewed: reviewed.map(({ paperId }) => paperId),
  }
}

function reasonOf(stage: Stage): StayReason {
  if (stage === 'complete') return 'complete'
  return stage === 'withdrawn' ? 'withdrawn' : 'decided'
}
