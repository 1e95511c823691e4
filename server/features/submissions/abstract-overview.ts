import type { Ctx } from '#server/core/ctx.ts'
import { deadlinesFor } from '#server/features/settings/deadline.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Submission } from './access.ts'
import { detailsOf, proposedTitle } from './details.ts'
import { type Facts, factsOf, type VersionRow, versionsIn } from './facts.ts'
import { partsOf } from './received.ts'
import { timelineOf } from './timeline.ts'
import { eventOf } from './verdicts.ts'
import { abstractItem, downloadOf, slotsOf } from './view.ts'

/** One's own submission, as `ownSubmission` gave it, with its abstract's versions (portal.md §3 "Abstract overview"). */
export async function abstractOverview(ctx: Ctx, submission: Submission) {
  const facts = await factsOf(ctx, [submission.id])
  const deadlines = await deadlinesFor(ctx, submission.authorId)
  const part = (await partsOf(ctx, [submission])).get(submission.id) ?? null
  const { current, requestChange } = slotsOf(versionsIn(facts, submission.id, 'abstract'))
  return {
    abstract: abstractItem(ctx, submission, facts, deadlines, part),
    details: await detailsOf(ctx, submission),
    proposedTitle: proposedTitle(submission),
    versions: [
      ...(current === undefined ? [] : [versionView(ctx, 'current' as const, current, submission, facts)]),
      ...(requestChange === undefined
        ? []
        : [versionView(ctx, 'request_change' as const, requestChange, submission, facts)]),
    ],
    timeline: await timelineOf(ctx, submission.id),
  }
}

function versionView(
  ctx: Ctx,
  id: 'current' | 'request_change',
  version: VersionRow,
  submission: Submission,
  facts: Facts,
) {
  return {
    id,
    fileName: version.fileName,
    file: { storagePath: version.storageKey },
    downloadUrl: downloadOf(ctx, version),
    createdAt: toTimestamp(version.firstAt),
    updatedAt: toTimestamp(version.createdAt),
    reviewed: wasDecided(version, submission, facts),
  }
}

/** True once a decision was taken on just these bytes (decisions.md §7). */
function wasDecided(version: VersionRow, submission: Submission, facts: Facts): boolean {
  const kinds = ['abstract_accepted', 'abstract_change_requested', 'abstract_declined'] as const
  return kinds.some((kind) => {
    const made = eventOf(facts.decisions, submission.id, kind)
    return made !== undefined && made.at > version.createdAt
  })
}
