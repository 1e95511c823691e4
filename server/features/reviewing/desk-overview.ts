import type { Ctx } from '#server/core/ctx.ts'
import { anySubmission } from '#server/features/submissions/access.ts'
import { detailsOf } from '#server/features/submissions/details.ts'
import { factsOf, versionsIn } from '#server/features/submissions/facts.ts'
import { timelineOf } from '#server/features/submissions/timeline.ts'
import { downloadOf, previewOf } from '#server/features/submissions/view.ts'
import { assignable } from '#shared/assigning/judge.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { may } from '#shared/submissions/states.ts'
import { deskAssignments, deskReviews } from './desk-assignments.ts'
import { deskPaperOf } from './desk-papers.ts'

/** One paper with everything the organisers know of it. Refuses 404, also before there is a paper. */
export async function paperDeskOverview(ctx: Ctx, paperId: string) {
  const submission = await anySubmission(ctx, { paperId })
  const versions = versionsIn(await factsOf(ctx, [submission.id]), submission.id, 'paper')
  const newest = versions.at(-1)
  return {
    paper: await deskPaperOf(ctx, submission),
    details: await detailsOf(ctx, submission),
    versions: versions.map((version) => ({
      id: slotOf(version.number, newest?.number ?? 1),
      fileName: version.fileName,
      number: version.number,
      size: version.size,
      md5Hash: version.md5,
      downloadUrl: downloadOf(ctx, version),
      createdAt: toTimestamp(version.createdAt),
    })),
    assignments: await deskAssignments(ctx, submission),
    reviews: await deskReviews(ctx, submission),
    timeline: await timelineOf(ctx, submission.id),
    abilities: {
      approve: may(submission.stage, 'approve_paper'),
      requestChange: may(submission.stage, 'request_paper_change'),
      decline: may(submission.stage, 'decline_paper'),
      reopen: may(submission.stage, 'reopen_paper'),
      assign: assignable.includes(submission.stage),
    },
  }
}

/** A link to read the newest version. Refuses 404. */
export async function paperDeskPreview(ctx: Ctx, paperId: string) {
  const submission = await anySubmission(ctx, { paperId })
  const versions = versionsIn(await factsOf(ctx, [submission.id]), submission.id, 'paper')
  const newest = versions.at(-1)
  return {
    previewUrl: previewOf(ctx, newest),
    createdAt: newest === undefined ? null : toTimestamp(newest.createdAt),
  }
}

function slotOf(number: number, newest: number): 'current' | 'request_change' | 'earlier' {
  if (number === 1) return 'current'
  return number === newest ? 'request_change' : 'earlier'
}
