import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, reviews } from '#server/db/schema.ts'
import {
  assignmentRows,
  assignmentView,
  reviewRows,
  reviewView,
} from '#server/features/reviewing/desk-assignments.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'
import { listedPapers } from './listed.ts'

/** The submitted reviews of the papers that match, of all rounds: paper by paper in the list's order, the first submitted first. */
export const reviewPages = (ctx: Ctx, filter: ExportFilter) => reviewsOf(ctx, listedPapers(ctx, filter))

async function* reviewsOf(ctx: Ctx, pages: AsyncGenerator<readonly Paper[]>) {
  for await (const papers of pages) {
    const rows = await reviewRows(ctx, inArray(reviews.submissionId, idsOf(papers))).orderBy(
      asc(reviews.submittedAt),
      asc(reviews.id),
    )
    const rowsOf = groupBy(rows, ({ r }) => r.submissionId)
    yield papers.flatMap((paper) =>
      (rowsOf.get(paper.abstractId) ?? []).map((row) => ({ ...headOf(paper), ...reviewView(row) })),
    )
  }
}

/** The standing assignments of the papers that match, paper by paper in the list's order. */
export const assignmentPages = (ctx: Ctx, filter: ExportFilter) =>
  assignmentsOf(ctx, listedPapers(ctx, filter))

async function* assignmentsOf(ctx: Ctx, pages: AsyncGenerator<readonly Paper[]>) {
  const due = await reviewDue(ctx, 'assignments')
  for await (const papers of pages) {
    const where = and(inArray(assignments.submissionId, idsOf(papers)), isNull(assignments.endedAt))
    const rows = await assignmentRows(ctx, due, where).orderBy(
      asc(assignments.assignedAt),
      asc(assignments.id),
    )
    const rowsOf = groupBy(rows, ({ a }) => a.submissionId)
    yield papers.flatMap((paper) =>
      (rowsOf.get(paper.abstractId) ?? []).map((row) => ({ ...headOf(paper), ...assignmentView(ctx, row) })),
    )
  }
}

interface Paper {
  abstractId: string
  paperId: string
  title: string
}

const idsOf = (papers: readonly Paper[]) => papers.map(({ abstractId }) => abstractId)

const headOf = ({ paperId, title }: Paper) => ({ paperId, title })
