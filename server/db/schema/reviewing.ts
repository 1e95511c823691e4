import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bidLevels } from '#shared/assigning/bids-contract.ts'
import { assignmentSources } from '#shared/assigning/contract.ts'
import { draftTextKinds } from '#shared/reviewing/contract.ts'
import { reviewVerdicts } from '#shared/reviewing/verdict.ts'
import { moment, oneOf } from './columns.ts'
import { users } from './people.ts'
import { submissions } from './submissions.ts'

/** What was assigned together, by hand, from a list or automatically; it can be taken back together. */
export const assignmentBatches = pgTable(
  'assignment_batches',
  {
    id: uuid().primaryKey(),
    source: text({ enum: assignmentSources }).notNull(),
    madeBy: uuid()
      .notNull()
      .references(() => users.id),
    madeAt: moment().notNull(),
    undoneAt: moment(),
  },
  (t) => [
    index('assignment_batches_made').on(t.madeAt, t.id),
    index('assignment_batches_maker').on(t.madeBy),
    oneOf('assignment_batches_source_known', t.source, assignmentSources),
  ],
)

export const assignmentEnds = ['unassigned', 'withdrawn', 'conflict'] as const

/** Who reviews what. An assignment stands through all rounds until it ends. */
export const assignments = pgTable(
  'assignments',
  {
    id: uuid().primaryKey(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    assignedBy: uuid().references(() => users.id),
    assignedAt: moment().notNull(),
    dueAt: moment(),
    /**
     * Whether it waits for a review: it stands, its paper is under review and this round has none of theirs. Kept by
     * the database.
     */
    waiting: boolean().notNull().default(false),
    /** When the organisers last reminded of it. */
    remindedAt: moment(),
    overrideReason: text(),
    /** Which conflicts of interest were known when it was made, and yielded to the reason (`knownOf`); others are found later. */
    knownConflicts: text().array().notNull().default([]),
    /** Null for those of before there were batches. */
    batchId: uuid().references(() => assignmentBatches.id),
    endedAt: moment(),
    endedHow: text({ enum: assignmentEnds }),
    endedReason: text(),
  },
  (t) => [
    uniqueIndex('assignments_live_key').on(t.submissionId, t.reviewerId).where(sql`ended_at is null`),
    index('assignments_batch').on(t.batchId),
    index('assignments_submission').on(t.submissionId),
    index('assignments_assigner').on(t.assignedBy),
    // How many came or went since a proposal was made.
    index('assignments_assigned').on(t.assignedAt),
    index('assignments_ended').on(t.endedAt).where(sql`ended_at is not null`),
    index('assignments_reviewer').on(t.reviewerId, t.assignedAt, t.id),
    index('assignments_waiting').on(t.reviewerId, t.dueAt).where(sql`waiting`),
    oneOf('assignments_end_known', t.endedHow, assignmentEnds),
    check('assignments_end_whole', sql`(${t.endedAt} is null) = (${t.endedHow} is null)`),
  ],
)

/** The due dates that a batch changed of what was assigned before, so that they come back with it. */
export const batchDueChanges = pgTable(
  'batch_due_changes',
  {
    batchId: uuid()
      .notNull()
      .references(() => assignmentBatches.id),
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    /** The assignment's own due date before and after; null: the deadline for reviews. */
    before: moment(),
    after: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.assignmentId] }),
    index('batch_due_changes_assignment').on(t.assignmentId),
  ],
)

/** How many reviews are waited for from everybody who may ever review. Kept by the database alone. */
export const reviewerLoads = pgTable(
  'reviewer_loads',
  {
    reviewerId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    waiting: integer().notNull().default(0),
  },
  (t) => [
    index('reviewer_loads_waiting').on(t.waiting, t.reviewerId),
    check('reviewer_loads_counted', sql`${t.waiting} >= 0`),
  ],
)

/** What reviewers would like to review, as the organisers' list says; written by the assigning feature alone. */
export const bids = pgTable(
  'bids',
  {
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    bid: text({ enum: bidLevels }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.reviewerId] }),
    index('bids_reviewer').on(t.reviewerId),
    oneOf('bids_known', t.bid, bidLevels),
  ],
)

/** A declared conflict of interest between a reviewer and a submission; outlives the assignment. */
export const conflicts = pgTable(
  'conflicts',
  {
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    declaredAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.reviewerId] }),
    index('conflicts_reviewer').on(t.reviewerId),
  ],
)

/** Submitted reviews: one a reviewer and round, never changed. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    round: integer().notNull(),
    verdict: text({ enum: reviewVerdicts }).notNull(),
    score: doublePrecision(),
    comments: text(),
    submittedAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex('reviews_once_key').on(t.submissionId, t.reviewerId, t.round),
    index('reviews_reviewer').on(t.reviewerId, t.submittedAt, t.id),
    index('reviews_assignment').on(t.assignmentId),
    oneOf('reviews_verdict_known', t.verdict, reviewVerdicts),
    check('reviews_score_range', sql`${t.score} between 0 and 100`),
    check('reviews_score_given', sql`${t.verdict} = 'decline' or ${t.score} is not null`),
    check(
      'reviews_comments_given',
      sql`${t.verdict} = 'approve' or length(trim(coalesce(${t.comments}, ''))) > 0`,
    ),
  ],
)

/** A review as typed so far; nobody else's until submitted (decisions.md §6). */
export const reviewDrafts = pgTable(
  'review_drafts',
  {
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    round: integer().notNull(),
    score: text().notNull(),
    comments: text().notNull(),
    /** The verdict that the text was typed for. */
    verdict: text({ enum: reviewVerdicts }),
    revision: integer().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.reviewerId, t.round] }),
    index('review_drafts_reviewer').on(t.reviewerId),
    oneOf('review_drafts_verdict_known', t.verdict, reviewVerdicts),
  ],
)

/** Earlier texts of a draft, for its reviewer alone; how many and which is for reviewing/keep-text.ts to say. */
export const reviewDraftTexts = pgTable(
  'review_draft_texts',
  {
    id: uuid().primaryKey(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    reviewerId: uuid()
      .notNull()
      .references(() => users.id),
    round: integer().notNull(),
    score: text().notNull(),
    comments: text().notNull(),
    how: text({ enum: draftTextKinds }).notNull(),
    at: moment().notNull(),
  },
  (t) => [
    index('review_draft_texts_draft').on(t.reviewerId, t.submissionId, t.round, t.at, t.id),
    index('review_draft_texts_submission').on(t.submissionId),
    oneOf('review_draft_texts_how_known', t.how, draftTextKinds),
  ],
)
