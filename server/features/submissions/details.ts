import { countedTitle } from '#server/affinity/typed-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { SubmissionDetails } from '#shared/submissions/details.ts'
import type { Submission } from './access.ts'
import { coAuthorsOf } from './co-authors.ts'

/** Title, topics and co-authors, for its author and the organisers. */
export async function detailsOf(ctx: Ctx, submission: Submission): Promise<SubmissionDetails> {
  const rows = (await coAuthorsOf(ctx, [submission.id])).get(submission.id) ?? []
  return {
    title: submission.title,
    topics: submission.topics,
    coAuthors: rows.map(({ name, email, organization, orcid }) => ({ name, email, organization, orcid })),
    revision: submission.detailsRevision,
  }
}

/**
 * The titles after an upload. What the PDF says is the title as long as the author has given none of their own; after
 * that it is only proposed. A PDF that says nothing changes nothing; what has little in common with the abstract's first
 * pages, where these are known, is only proposed too: a template's title perhaps, or words that steer who reviews.
 */
export function titlesAfter(
  { title, pdfTitle, detailsRevision }: Submission,
  inPdf: string | null,
  page: string | null,
) {
  const said = inPdf ?? pdfTitle
  const isTaken = detailsRevision === 0 && inPdf !== null && countedTitle(inPdf, page).agreement !== 'departs'
  return { pdfTitle: said, title: isTaken ? inPdf : title }
}

/** What the newest PDF calls itself, where that is not the title already. */
export function proposedTitle({ title, pdfTitle }: Submission): string | null {
  return pdfTitle === '' || pdfTitle === title ? null : pdfTitle
}
