import { and, desc, eq, gt, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { submissions, users } from '#server/db/schema.ts'
import { containing } from '#server/db/search.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { reviewStatusOf } from '#server/features/submissions/flags.ts'
import type { searchQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { DeskPaper } from '#shared/reviewing/desk-contract.ts'
import { decisionNeeded } from '#shared/reviewing/outcome.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { paperStatusOf, stages } from '#shared/submissions/states.ts'
import { newestPapers } from './paper-head.ts'

type Query = z.output<typeof searchQuery>

const assignedCount = sql<number>`(select count(*)::int from assignments a
  where a.submission_id = ${submissions.id} and a.ended_at is null)`
const reviewsInCount = sql<number>`(select count(*)::int from reviews r
  where r.submission_id = ${submissions.id} and r.round = ${submissions.paperRound})`

const columns = {
  s: submissions,
  author: { name: users.name, email: users.email, organization: users.organization },
  assigned: assignedCount,
  reviewsIn: reviewsInCount,
}

type Row = {
  s: Submission
  author: { name: string; email: string; organization: string }
  assigned: number
  reviewsIn: number
}

/** All papers, last changed first, with how far their reviews are. */
export async function listPapers(ctx: Ctx, { limit, cursor, q, status }: Query) {
  const settings = await settingsOf(ctx.tx)
  const after = decodeCursor(cursor)
  const all = and(
    standing,
    gt(submissions.paperRound, 0),
    q ? matching(q) : undefined,
    status ? inStatus(status, settings) : undefined,
  )
  const rows = await ctx.tx
    .select(columns)
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(and(all, beyond(after, submissions.updatedAt, submissions.id)))
    .orderBy(desc(submissions.updatedAt), desc(submissions.id))
    .limit(limit + 1)
  const [total] = await ctx.tx
    .select({ count: countAll })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(all)
  const { items, ...more } = pageOf(rows, limit, ({ s }) => ({ at: s.updatedAt, id: s.id }))
  const newest = await newestPapers(
    ctx,
    items.map(({ s }) => s.id),
  )
  return {
    items: items.map((row) => deskPaper(row, newest.get(row.s.id)?.fileName, settings)),
    count: total?.count ?? 0,
    ...more,
  }
}

/** One paper as the desk lists it. */
export async function deskPaperOf(ctx: Ctx, submission: Submission): Promise<DeskPaper> {
  const [row] = await ctx.tx
    .select(columns)
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(eq(submissions.id, submission.id))
  if (row === undefined) throw new Error(`submission ${submission.id} has no author`)
  const newest = await newestPapers(ctx, [submission.id])
  return deskPaper(row, newest.get(submission.id)?.fileName, await settingsOf(ctx.tx))
}

function deskPaper(
  { s, author, assigned, reviewsIn }: Row,
  fileName: string | undefined,
  settings: Settings,
) {
  return {
    paperId: s.paperId,
    abstractId: s.id,
    title: s.title,
    fileName: fileName ?? 'paper.pdf',
    author,
    status: paperStatusOf[s.stage] ?? ('paper_submitted' as const),
    declined: s.stage === 'paper_declined',
    withdrawn: s.stage === 'withdrawn',
    reviewStatus: reviewStatusOf[s.stage],
    round: s.paperRound,
    assigned,
    reviewsIn,
    reviewsNeeded: settings.reviewsPerPaper,
    decisionNeeded:
      s.stage === 'reviewer_declined' ||
      (s.stage === 'paper_submitted' && decisionNeeded(reviewsIn, settings)),
    updatedAt: toTimestamp(s.updatedAt),
  }
}

function matching(q: string): SQL | undefined {
  const like = containing(q)
  return or(
    ilike(submissions.paperId, like),
    ilike(submissions.title, like),
    ilike(users.name, like),
    ilike(users.email, like),
    ilike(users.organization, like),
    sql`exists (select 1 from versions v where v.submission_id = ${submissions.id}
      and v.retired_at is null and v.part = 'paper' and v.file_name ilike ${like})`,
  )
}

function inStatus(status: string, { reviewsPerPaper }: Settings): SQL | undefined {
  const underReview = eq(submissions.stage, 'paper_submitted')
  if (status === 'unassigned') return and(underReview, sql`${assignedCount} < ${reviewsPerPaper}`)
  if (status === 'decision_needed') {
    const settled = and(underReview, sql`${reviewsInCount} >= ${reviewsPerPaper}`)
    return or(eq(submissions.stage, 'reviewer_declined'), settled)
  }
  const matchingStages = stages.filter((stage) => paperStatusOf[stage] === status || stage === status)
  return matchingStages.length === 0 ? sql`false` : inArray(submissions.stage, matchingStages)
}
