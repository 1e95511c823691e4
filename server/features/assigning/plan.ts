import type { Ctx } from '#server/core/ctx.ts'
import { assertDueAhead } from '#server/features/settings/ahead.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { shownTitles } from '#server/features/submissions/shown-titles.ts'
import type { AssignmentPair, JudgedAssignment, PlanBounds, SeenPapers } from '#shared/assigning/contract.ts'
import { askedLimits, judge, lowerLimit } from '#shared/assigning/judge.ts'
import type { Conflict, FoundConflict } from '#shared/reviewing/conflict.ts'
import { closedReviews } from './closed-reviews.ts'
import { gatherFacts, namesOf, type ReviewerFacts, type StandingDue } from './facts.ts'

/** One pair of a plan, judged; with what assigning it needs. */
export interface PlannedPair {
  pair: AssignmentPair
  row: JudgedAssignment
  submission: Submission | undefined
  conflict: Conflict | null
  /** All that are known where a rule yielded to a reason, the gravest first; else none is needed. */
  conflicts: readonly FoundConflict[]
  /** The reason given, where a rule yielded to it. */
  overrideReason: string | null
}

export interface Plan {
  pairs: PlannedPair[]
  /** The reviewers named, with what the plan adds to their load. */
  reviewers: (ReviewerFacts & { added: number })[]
  /** The papers named, with how often their reviewers changed until now. */
  seen: SeenPapers
}

/**
 * What assigning these pairs would do, judged one after the other as if each were done before the next: the engine
 * behind every way of assigning (decisions.md §8). Changes nothing. Refuses 422 a due date that has passed.
 */
export async function planAssignments(
  ctx: Ctx,
  pairs: readonly AssignmentPair[],
  options: { lock: boolean } & PlanBounds,
): Promise<Plan> {
  for (const { dueAt } of pairs) assertDueAhead(ctx, dueAt ? new Date(dueAt) : null)
  const facts = await gatherFacts(ctx, pairs, options)
  const titles = await shownTitles(ctx, [...facts.papers.values()], 'paper')
  const former = await namesOf(
    ctx,
    pairs.flatMap(({ reviewerId }) => (facts.reviewers.has(reviewerId) ? [] : [reviewerId])),
  )
  const settings = await settingsOf(ctx.tx)
  const wanted = options.reviewsPerPaper ?? settings.reviewsPerPaper
  const closedFor = closedReviews(ctx, settings, facts.reviewers)
  const asked = askedLimits(options)
  const onPaper = new Map<string, number>()
  const count = (submissionId: string) => onPaper.set(submissionId, (onPaper.get(submissionId) ?? 0) + 1)
  for (const pair of facts.assigned) count(pair.split(' ')[0] ?? '')
  const added = new Map<string, number>()
  const seen = new Set<string>()
  const planned = pairs.map((pair) => {
    const submission = facts.papers.get(pair.paperId)
    const reviewer = facts.reviewers.get(pair.reviewerId)
    const key = `${submission?.id ?? pair.paperId} ${pair.reviewerId}`
    const conflict =
      submission === undefined || reviewer === undefined ? null : facts.conflict(submission.id, reviewer.id)
    const given = added.get(pair.reviewerId) ?? 0
    const dueChange = options.changesDue ? dueChangeOf(pair, facts.dueOf.get(key)) : null
    const isReviewed = submission?.stage === 'paper_submitted'
    const named = {
      paperId: pair.paperId,
      stage: submission?.stage,
      reviewer: reviewer && {
        ...reviewer,
        limit: lowerLimit(reviewer.limit, asked(reviewer.id)),
        open: reviewer.open + given,
      },
      former: former.get(pair.reviewerId),
      conflict,
      closed: dueChange?.to === null ? closedFor(pair, true) : isReviewed ? closedFor(pair) : null,
      isAssigned: facts.assigned.has(key),
      isNamedBefore: seen.has(key),
    }
    const about = { ...named, isDueChange: dueChange !== null }
    const reason = pair.overrideReason || null
    const problem = judge({ ...about, hasReason: reason !== null })
    const yielded = problem === null && judge({ ...about, hasReason: false }) !== null
    seen.add(key)
    if (problem === null && dueChange === null) {
      added.set(pair.reviewerId, given + 1)
      if (submission !== undefined) count(submission.id)
    }
    const warnings =
      dueChange !== null
        ? []
        : [
            (conflict?.weight === 'warns' || yielded) && conflict?.reason,
            facts.gaveBack.has(key) && reviewer !== undefined && `${reviewer.name} gave this paper back.`,
            overfull((submission && onPaper.get(submission.id)) ?? 0, wanted),
          ].filter((one) => typeof one === 'string')
    const row = {
      paperId: pair.paperId,
      reviewerId: pair.reviewerId,
      title: (submission && titles.get(submission.id)) ?? null,
      reviewer: reviewer?.name ?? former.get(pair.reviewerId) ?? null,
      problem,
      dueChange: problem === null ? dueChange : null,
      warning: problem === null && warnings.length > 0 ? warnings.join(' ') : null,
    }
    const conflicts =
      yielded && submission !== undefined ? facts.conflicts(submission.id, pair.reviewerId) : []
    return { pair, row, submission, conflict, conflicts, overrideReason: yielded ? reason : null }
  })
  const reviewers = [...facts.reviewers.values()].map((one) => ({ ...one, added: added.get(one.id) ?? 0 }))
  const papers = [...facts.papers.values()]
  return {
    pairs: planned,
    reviewers,
    seen: papers.map(({ id, paperId }) => ({ paperId, changes: facts.changes.get(id) ?? 0 })),
  }
}

/**
 * What becomes of the due date of what is assigned already; null: it stays, as where a list says what holds anyway. Without one
 * of its own the deadline for reviews holds again. A list tells whole seconds.
 */
function dueChangeOf(
  { dueAt }: AssignmentPair,
  stands: StandingDue | undefined,
): JudgedAssignment['dueChange'] {
  if (dueAt === undefined || stands === undefined) return null
  const from = stands.due?.toISOString() ?? null
  const seconds = (at: Date | null) => at && Math.trunc(at.getTime() / 1000)
  if (dueAt === null) {
    const isOwn = stands.own !== null && seconds(stands.own) !== seconds(stands.deadline)
    return isOwn ? { from, to: null } : null
  }
  const to = new Date(dueAt)
  return seconds(stands.due) === seconds(to) ? null : { from, to: to.toISOString() }
}

function overfull(count: number, wanted: number): string | false {
  return (
    count > wanted &&
    `With this one the paper has ${count} reviewers; ${wanted} ${wanted === 1 ? 'is' : 'are'} wanted.`
  )
}

/** The plan as an organiser reads it before it is applied. */
export async function previewAssignments(
  ctx: Ctx,
  pairs: readonly AssignmentPair[],
  bounds: PlanBounds = {},
) {
  const plan = await planAssignments(ctx, pairs, { ...bounds, lock: false })
  return {
    rows: plan.pairs.map(({ row }) => row),
    loads: plan.reviewers
      .map(({ id, name, open, added, limit }) => ({ reviewerId: id, reviewer: name, open, added, limit }))
      .sort((a, b) => b.open + b.added - (a.open + a.added) || a.reviewer.localeCompare(b.reviewer)),
    seen: plan.seen,
  }
}
