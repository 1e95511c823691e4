import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { Deadlines } from '#server/features/settings/deadline.ts'
import { signFileLink } from '#server/http/file-link.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { abstractStatusOf, paperStatusOf } from '#shared/submissions/states.ts'
import { abilitiesOf, editUntilOf, nextDeadlineOf } from './abilities.ts'
import type { Submission } from './access.ts'
import { type Facts, type VersionRow, versionsIn } from './facts.ts'
import { flagsOf, reviewStatusOf } from './flags.ts'
import { abstractVerdictBy, eventOf, paperVerdictBy, type VerdictInForce, verdictIn } from './verdicts.ts'

/** Row to what the contract promises an author. No reviewer, no assignment, no other person is ever in it. */
export function abstractItem(
  ctx: Ctx,
  s: Submission,
  facts: Facts,
  deadlines: Deadlines,
  paymentPart: AbstractItem['paymentPart'],
): AbstractItem {
  const versions = versionsIn(facts, s.id, 'abstract')
  const newest = versions.at(-1)
  const { report, takenBack = null } = facts.paymentsOf.get(s.id) ?? {}
  const reported = isCharged(s.stage) ? report : undefined
  const deadline = nextDeadlineOf(s, deadlines.deadline)
  const reviewBegun = facts.reviewBegun.has(s.id)
  const edit = editUntilOf(s, reviewBegun, deadlines.deadline)
  return {
    abstractId: s.id,
    title: s.title,
    status: abstractStatusOf[s.stage],
    version: newest?.number ?? 1,
    fileName: newest?.fileName ?? 'abstract.pdf',
    downloadUrl: newest === undefined ? null : downloadOf(ctx, newest),
    submittedAt: toTimestamp(s.submittedAt),
    updatedAt: toTimestamp(s.updatedAt),
    ...flagsOf(submissionVerdict(s, facts)),
    approvedAt: momentOf(verdictIn(abstractVerdictBy, facts.decisions, s), 'approved'),
    ...paperPart(s, facts),
    paymentReportedAt: reported === undefined ? null : toTimestamp(reported.at),
    paymentPart,
    paymentPromise: reported?.promise ?? null,
    paymentTakenBack: s.stage === 'awaiting_payment' ? takenBack : null,
    paymentEarlier: !isCharged(s.stage) && (s.paymentUrgency !== null || facts.paymentsOf.has(s.id)),
    nextDeadline: stampOf(deadline),
    editUntil: { abstract: stampOf(edit.abstract), paper: stampOf(edit.paper) },
    abilities: abilitiesOf(s, {
      closes: deadlines.closes,
      now: ctx.now,
      reviewBegun,
      paymentReported: reported !== undefined,
    }),
  }
}

/**
 * What the author's card says of the whole submission: a declined paper or a withdrawal declines it
 * (portal.md §4 "Author-side display rules").
 */
function submissionVerdict(s: Submission, facts: Facts): VerdictInForce | null {
  if (s.stage === 'withdrawn') {
    const made = eventOf(facts.decisions, s.id, 'withdrawn')
    return { verdict: 'declined', note: made?.note ?? null, at: made?.at ?? null }
  }
  if (s.stage === 'paper_declined') return verdictIn(paperVerdictBy, facts.decisions, s)
  return verdictIn(abstractVerdictBy, facts.decisions, s)
}

/** The paper's fields of the list item; null while there is none. */
function paperPart(s: Submission, facts: Facts) {
  if (s.paperRound === 0) {
    return { paperId: null, paperStatus: null, paperReviewStatus: null, paperReviewReason: null }
  }
  return {
    paperId: s.paperId,
    paperStatus: paperStatusOf[s.stage],
    paperReviewStatus: reviewStatusOf[s.stage],
    paperReviewReason: paperVerdict(s, facts)?.note ?? null,
  }
}

/** The decision on the paper in force; a reviewer's rejection counts with its comments though nothing is decided. */
export function paperVerdict(s: Submission, facts: Facts): { note: string | null } | null {
  if (s.stage === 'reviewer_declined') {
    return { note: eventOf(facts.decisions, s.id, 'paper_reviewer_declined')?.note ?? null }
  }
  return verdictIn(paperVerdictBy, facts.decisions, s)
}

/** A link to download a version, for the acting person. */
export function downloadOf(ctx: Ctx, version: { id: string }): string {
  const opening = { kind: 'version', id: version.id, inline: false } as const
  return signFileLink(ctx.secrets, personOf(ctx), opening, ctx.now)
}

/** A link to read a version in the page, for the acting person. */
export function previewOf(ctx: Ctx, version: { id: string }): string
export function previewOf(ctx: Ctx, version: { id: string } | undefined): string | null
export function previewOf(ctx: Ctx, version: { id: string } | undefined): string | null {
  if (version === undefined) return null
  const opening = { kind: 'version', id: version.id, inline: true } as const
  return signFileLink(ctx.secrets, personOf(ctx), opening, ctx.now)
}

/** The wire's two version slots: number 1 is `current`, the newest above it `request_change` (decisions.md §7). */
export function slotsOf(versions: readonly VersionRow[]) {
  const first = versions.find((version) => version.number === 1)
  const newest = versions.at(-1)
  return { current: first, requestChange: newest !== undefined && newest.number > 1 ? newest : undefined }
}

function momentOf(force: VerdictInForce | null, verdict: VerdictInForce['verdict']) {
  return force?.verdict === verdict && force.at !== null ? toTimestamp(force.at) : null
}

const stampOf = (at: Date | null) => (at === null ? null : toTimestamp(at))
