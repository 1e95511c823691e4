import type { Ctx } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { paperStatusOf } from '#shared/submissions/states.ts'
import { ownSubmission, type Submission } from './access.ts'
import { type Facts, factsOf, type VersionRow, versionsIn } from './facts.ts'
import { flagsOf, reviewStatusOf } from './flags.ts'
import { paperVerdictBy, verdictIn } from './verdicts.ts'
import { downloadOf, paperVerdict, slotsOf } from './view.ts'

/** The paper of one's own submission (portal.md §3 "Paper overview by abstract"). */
export async function paperOverview(ctx: Ctx, abstractId: string) {
  const submission = await ownSubmission(ctx, { abstractId })
  const none = { exists: false, paperId: null, paper: null, files: { current: null, request_change: null } }
  const status = paperStatusOf[submission.stage]
  if (submission.paperRound === 0 || status === null) return none
  const facts = await factsOf(ctx, [submission.id])
  const { current, requestChange } = slotsOf(versionsIn(facts, submission.id, 'paper'))
  return {
    exists: true,
    paperId: submission.paperId,
    paper: {
      status,
      ...flagsOf(verdictIn(paperVerdictBy, facts.decisions, submission)),
      updatedAt: toTimestamp(submission.updatedAt),
      review: reviewOf(submission, facts),
    },
    files: {
      current: current === undefined ? null : fileView(ctx, 'current' as const, current),
      request_change:
        requestChange === undefined ? null : fileView(ctx, 'request_change' as const, requestChange),
    },
  }
}

function reviewOf(submission: Submission, facts: Facts) {
  const status = reviewStatusOf[submission.stage]
  return status === null ? null : { status, reason: paperVerdict(submission, facts)?.note ?? null }
}

function fileView(ctx: Ctx, id: 'current' | 'request_change', version: VersionRow) {
  return {
    id,
    fileName: version.fileName,
    storagePath: version.storageKey,
    downloadUrl: downloadOf(ctx, version),
    uploaded: true,
    size: version.size,
    md5Hash: version.md5,
    createdAt: toTimestamp(version.firstAt),
    updatedAt: toTimestamp(version.createdAt),
  }
}
