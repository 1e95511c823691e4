import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { stages } from '#shared/submissions/states.ts'

/** The conference in numbers, for organisers (decisions.md §8 Statistics). Deleted submissions count nowhere. */

const count = z.number().int()

/** What arrived on one day of the conference's time zone. Days on which nothing did are left out. */
export const dayCount = z.object({
  /** `2026-03-02`. */
  day: z.iso.date(),
  abstracts: count,
  papers: count,
  /** Revised versions, of abstracts and papers. */
  revisions: count,
  paymentsVerified: count,
})
export type DayCount = z.output<typeof dayCount>

/** How many submissions got as far as each step, at any time: the conference's funnel. */
export const steps = ['submitted', 'abstract_accepted', 'paper_submitted', 'paper_accepted', 'paid'] as const

/** Submitted reviews whose score lies in [from, to), the last bin with its end, by what they decided. */
export const scoreBin = z.object({
  from: count,
  to: count,
  approved: count,
  request_change: count,
  declined: count,
})
export type ScoreBin = z.output<typeof scoreBin>

export const reviewerCount = z.object({
  id: z.string(),
  name: z.string(),
  /** Reviews still to write; of them past their due date. */
  open: count,
  overdue: count,
  /** Reviews submitted; of them after their due date. */
  done: count,
  late: count,
  /** No reviewer any more: the role was taken away, or the account is disabled or deleted. Nothing is waited for from them. */
  former: z.boolean(),
})
export type ReviewerCount = z.output<typeof reviewerCount>

/** So many are in the answer; their file has all. */
export const REVIEWERS_SHOWN = 200

/** What is known of papers' payments, as the payments desk filters them; a paper may count in several. */
export const moneyStates = [
  'awaiting',
  'reported',
  'late',
  'verified',
  'part',
  'over',
  'held',
  'sought',
] as const
export type MoneyState = (typeof moneyStates)[number]

export const statistics = endpoint({
  method: 'GET',
  path: '/api/admin/statistics',
  tag: 'Statistics',
  summary: `The conference in numbers: days, steps, stages, scores, reviewers (the ${REVIEWERS_SHOWN} with the most open reviews) and payments.`,
  access: ['admin'],
  answer: z.object({
    /** The moment of these numbers. */
    asOf: timestamp,
    timeZone: z.string(),
    deadlines: z.array(z.object({ kind: z.enum(deadlineKinds), at: timestamp })),
    days: z.array(dayCount),
    steps: z.array(z.object({ step: z.enum(steps), count })),
    stages: z.array(z.object({ stage: z.enum(stages), count })),
    scores: z.array(scoreBin),
    /** Reviews without a score. */
    unscored: count,
    reviewers: z.array(reviewerCount),
    /** Those that are not among them too. */
    reviewersInAll: count,
    payments: z.record(z.enum(moneyStates), count),
  }),
})
