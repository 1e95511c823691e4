import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { both } from '#server/db/both.ts'
import { countAll } from '#server/db/db.ts'
import { findRows } from '#server/db/found.ts'
import { submissions, users } from '#server/db/schema.ts'
import { walkBy } from '#server/db/sort.ts'
import { countTallied, paperAt } from '#server/db/tallies.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { reviewStatusOf } from '#server/features/submissions/flags.ts'
import { submissionOrders } from '#server/features/submissions/orders.ts'
import { found } from '#server/features/submissions/search.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { listPapers as contract, DeskPaper, LateConflict } from '#shared/reviewing/desk-contract.ts'
import { decisionNeeded } from '#shared/reviewing/outcome.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { paperStatusOf, type Stage, stages } from '#shared/submissions/states.ts'
import { lateConflicts } from './late-conflicts.ts'
import { newestPapers } from './paper-head.ts'
import { reviewerCount } from './reviewer-role.ts'
import { cannotBeCleaned, withheldAmong } from './withheld.ts'

type Query = z.output<typeof contract.query>

const reviewsInCount = sql<number>`(select count(*)::int from reviews r
  where r.submission_id = ${submissions.id} and r.round = ${submissions.paperRound})`

const columns = {
  s: submissions,
  author: { name: users.name, email: users.email, organization: users.organization },
  assigned: reviewerCount,
  reviewsIn: reviewsInCount,
}

type Row = {
  s: Submission
  author: { name: string; email: string; organization: string }
  assigned: number
  reviewsIn: number
}

/** What is known of papers beside their rows, by submission. */
interface Beside {
  fileName: string | undefined
  late: LateConflict[]
  withheld: boolean
}

const { changed, ...others } = submissionOrders
const orders = { changed, ...others }

/** All papers, last changed first unless asked otherwise, with how far their reviews are. */
export async function listPapers(ctx: Ctx, { limit, cursor, q, status, sort }: Query) {
  const settings = await settingsOf(ctx.tx)
  const walk = walkBy(orders, sort, cursor)
  const all = and(
    standing,
    gt(submissions.paperRound, 0),
    q ? found(q, 'papers') : undefined,
    status ? await inStatus(ctx, status, settings) : undefined,
  )
  const standsAt = status ? stagesIn(status) : stages
  // Once, for page and total.
  const wanted = findRows(ctx.tx, submissions, all, {
    search: isCostly({ q, status }),
    walk,
    limit,
    kept: standsAt && (() => countTallied(ctx.tx, 'submissions', standsAt.map(paperAt))),
  })
  const page = ctx.tx
    .with(...wanted.first)
    .select({ ...columns, place: walk.place, total: wanted.total })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(wanted.here)
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  return wanted.read(page, async (rows) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    const beside = await besides(
      ctx,
      items.map(({ s }) => s.id),
      settings,
    )
    return { items: items.map((row) => deskPaper(row, beside(row.s.id), settings)), ...more }
  })
}

/** Whether a filter takes as long for a page as for all of it: a search, and what is more than the stages that papers stand at. */
export const isCostly = ({ q, status }: { q?: string | undefined; status?: string | undefined }) =>
  q !== undefined || (status ? stagesIn(status) === undefined : false)

/** How many papers under review have so many reviews of their round: they wait for a decision where no more are asked for. */
export async function countDecisionsNeeded(ctx: Ctx, reviewsPerPaper: number): Promise<{ count: number }> {
  const [row] = await ctx.tx
    .select({ count: countAll })
    .from(submissions)
    .where(
      and(standing, eq(submissions.stage, 'paper_submitted'), sql`${reviewsInCount} >= ${reviewsPerPaper}`),
    )
  return { count: row?.count ?? 0 }
}

/** One paper as the desk lists it. */
export async function deskPaperOf(ctx: Ctx, submission: Submission): Promise<DeskPaper> {
  const [row] = await ctx.tx
    .select(columns)
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(eq(submissions.id, submission.id))
  if (row === undefined) throw new Error(`submission ${submission.id} has no author`)
  const settings = await settingsOf(ctx.tx)
  const beside = await besides(ctx, [submission.id], settings)
  return deskPaper(row, beside(submission.id), settings)
}

async function besides(
  ctx: Ctx,
  ids: readonly string[],
  settings: Settings,
): Promise<(id: string) => Beside> {
  const [newest, late] = await both(
    ctx.tx,
    () => newestPapers(ctx, ids),
    () => lateConflicts(ctx, ids),
  )
  const withheld = settings.anonymity === 'double' ? await withheldAmong(ctx, ids) : new Set<string>()
  return (id) => ({
    fileName: newest.get(id)?.fileName,
    late: late.get(id) ?? [],
    withheld: withheld.has(id),
  })
}

function deskPaper(
  { s, author, assigned, reviewsIn }: Row,
  { fileName, late, withheld }: Beside,
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
    lateConflicts: late,
    withheld,
    updatedAt: toTimestamp(s.updatedAt),
  }
}

async function inStatus(
  ctx: Ctx,
  status: string,
  { reviewsPerPaper, anonymity }: Settings,
): Promise<SQL | undefined> {
  if (status === 'late_conflict') return anyOf(submissions.id, [...(await lateConflicts(ctx)).keys()])
  if (status === 'withheld') return anonymity === 'double' ? cannotBeCleaned : sql`false`
  const underReview = eq(submissions.stage, 'paper_submitted')
  if (status === 'unassigned') return and(underReview, sql`${reviewerCount} < ${reviewsPerPaper}`)
  if (status === 'decision_needed') {
    const settled = and(underReview, sql`${reviewsInCount} >= ${reviewsPerPaper}`)
    return or(eq(submissions.stage, 'reviewer_declined'), settled)
  }
  return inArray(submissions.stage, stagesIn(status) ?? [])
}

/** The stages that a filter is made of, where it is. */
function stagesIn(status: string): Stage[] | undefined {
  // The stage has the name of the status, which covers what was rejected or withdrawn too.
  if (status === 'paid') return ['complete']
  const found = stages.filter((stage) => paperStatusOf[stage] === status || stage === status)
  return found.length === 0 ? undefined : found
}
