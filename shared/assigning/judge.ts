import type { Conflict } from '#shared/reviewing/conflict.ts'
import { paperStatusOf, type Stage } from '#shared/submissions/states.ts'

export const assignmentProblems = [
  'unknown_paper',
  'unknown_reviewer',
  'not_reviewable',
  'assigned_already',
  'named_twice',
  'conflict_of_interest',
  'reviews_closed',
  'over_limit',
] as const
export type AssignmentProblem = (typeof assignmentProblems)[number]

/** Stages in which a reviewer can be put on a paper: it is, or with its next version will be, under review. */
export const assignable: readonly Stage[] = ['paper_submitted', 'paper_awaiting_resubmission']

export interface PairFacts {
  paperId: string
  /** Undefined: no such paper. */
  stage: Stage | undefined
  /** Undefined: nobody who reviews. `open` counts what they have to review, with what this list gave them so far. */
  reviewer: { name: string; open: number; limit: number | null } | undefined
  /** Who does not review now: the account is disabled, or the role was taken away. */
  former?: string | undefined
  conflict: Conflict | null
  /**
   * The deadline in words, where their review of a paper under review would be refused, as it has passed, or where it would hold
   * again without a due date of its own; else null.
   */
  closed: string | null
  isAssigned: boolean
  /** It is assigned, and comes with another due date that it is to get. */
  isDueChange?: boolean
  isNamedBefore: boolean
  hasReason: boolean
}

export interface Judgement {
  code: AssignmentProblem
  message: string
  /** A reason lifts it. */
  overridable: boolean
}

/** What is asked of how many papers people have at a time. */
interface AskedLimits {
  mostPapers?: number | undefined
  limits?: readonly { reviewerId: string; most: number }[] | undefined
}

/** The most papers that a list or a proposal is to give each person, beside their own limits; undefined: any number. */
export function askedLimits({
  mostPapers,
  limits = [],
}: AskedLimits): (reviewerId: string) => number | undefined {
  const raised = new Map(limits.map(({ reviewerId, most }) => [reviewerId, most]))
  return (reviewerId) => raised.get(reviewerId) ?? mostPapers
}

/** The most papers that a proposal gives somebody: what it was asked to for them alone, else the lower limit; null: any number. */
export function limitIn(
  asked: AskedLimits,
): (reviewer: { id: string; limit: number | null }) => number | null {
  const raised = askedLimits({ limits: asked.limits })
  return ({ id, limit }) => raised(id) ?? lowerLimit(limit, asked.mostPapers)
}

/** The most papers somebody takes at a time: their own limit or the one asked for, whichever is lower; null: any number. */
export function lowerLimit(own: number | null, asked: number | undefined): number | null {
  return own === null ? (asked ?? null) : Math.min(own, asked ?? own)
}

/** What is said of a pair proposed or added beyond what somebody takes at a time; null within it. Applying it takes a reason. */
export function beyondLimit(
  { name, limit, open }: NonNullable<PairFacts['reviewer']>,
  added: number,
): string | null {
  if (limit === null || open + added <= limit) return null
  return `${name} takes at most ${limit} at a time, and would have ${open + added}.`
}

/** What is said of a review that would be refused, by the deadline in words. */
export const reviewsClosed = (deadline: string): string =>
  `The deadline for reviews was ${deadline}. Give this review a due date that is ahead, or set a later deadline.`

/** What speaks against a pair, the gravest first; null when it can be assigned. The rules of every way of assigning. */
export function judge(facts: PairFacts): Judgement | null {
  const { paperId, stage, reviewer, conflict, closed, hasReason } = facts
  const never = (code: AssignmentProblem, message: string) => ({ code, message, overridable: false })
  if (stage === undefined) return never('unknown_paper', `There is no paper ${paperId}.`)
  if (reviewer === undefined) {
    const gone =
      facts.former === undefined ? 'There is no such reviewer.' : `${facts.former} does not review now.`
    return never('unknown_reviewer', gone)
  }
  if (!assignable.includes(stage)) {
    return never('not_reviewable', `No reviewer can be assigned to ${paperId}: ${whyNotAssignable(stage)}.`)
  }
  if (facts.isAssigned && facts.isDueChange && !facts.isNamedBefore)
    return closed === null ? null : never('reviews_closed', reviewsClosed(closed))
  if (facts.isAssigned && !facts.isDueChange)
    return never('assigned_already', 'This reviewer is already assigned to the paper.')
  if (facts.isNamedBefore)
    return never('named_twice', 'The list names this pair twice; the first line counts.')
  if (conflict?.weight === 'forbids') return never('conflict_of_interest', conflict.reason)
  if (closed !== null) {
    return never('reviews_closed', reviewsClosed(closed))
  }
  if (conflict?.weight === 'takes_reason' && !hasReason) {
    return { code: 'conflict_of_interest', message: conflict.reason, overridable: true }
  }
  if (reviewer.limit !== null && reviewer.open >= reviewer.limit && !hasReason) {
    const message = `${reviewer.name} takes at most ${reviewer.limit} at a time, and has ${reviewer.open}.`
    return { code: 'over_limit', message, overridable: true }
  }
  return null
}

function whyNotAssignable(stage: Stage): string {
  if (stage === 'reviewer_declined')
    return 'a reviewer rejected it. Confirm the rejection or reopen the paper first'
  return paperStatusOf[stage] === null ? 'there is no paper yet' : 'its review is over'
}
