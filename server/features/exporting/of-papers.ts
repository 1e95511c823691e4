import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { everyPage } from '#server/core/every-page.ts'
import { assignments, reviews } from '#server/db/schema.ts'
import {
  assignmentRows,
  assignmentView,
  reviewRows,
  reviewView,
} from '#server/features/reviewing/desk-assignments.ts'
import { listPapers } from '#server/features/reviewing/desk-papers.ts'
import { reviewDue } from '#server/features/reviewing/reviewer-role.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'

/** The submitted reviews of the papers that match, of all rounds: paper by paper, the first submitted first. */
export async function* reviewPages(ctx: Ctx, filter: ExportFilter) {
  for await (const paperOf of papersById(ctx, filter)) {
    const rows = await reviewRows(ctx, inArray(reviews.submissionId, [...paperOf.keys()])).orderBy(
      asc(reviews.submissionId),
      asc(reviews.submittedAt),
      asc(reviews.id),
    )
    yield rows.map((row) => ({ ...headOf(paperOf, row.r.submissionId), ...reviewView(row) }))
  }
}

/** The standing assignments of the papers that match, paper by paper. */
export async function* assignmentPages(ctx: Ctx, filter: ExportFilter) {
  const due = await reviewDue(ctx, 'assignments')
  for await (const paperOf of papersById(ctx, filter)) {
    const where = and(inArray(assignments.submissionId, [...paperOf.keys()]), isNull(assignments.endedAt))
    const rows = await assignmentRows(ctx, due, where).orderBy(
      asc(assignments.submissionId),
      asc(assignments.assignedAt),
      asc(assignments.id),
    )
    yield rows.map((row) => ({ ...headOf(paperOf, row.a.submissionId), ...assignmentView(ctx, row) }))
  }
}

type Papers = ReadonlyMap<string, { paperId: string; title: string }>

async function* papersById(ctx: Ctx, filter: ExportFilter): AsyncGenerator<Papers> {
  for await (const papers of everyPage((page) => listPapers(ctx, { ...filter, ...page }))) {
    yield new Map(papers.map((paper) => [paper.abstractId, paper]))
  }
}

function headOf(papers: Papers, submissionId: string) {
  const { paperId = '', title = '' } = papers.get(submissionId) ?? {}
  return { paperId, title }
}
