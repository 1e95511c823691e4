import { sql } from 'drizzle-orm'
import { check, index, integer, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { endedStages, paperStatusOf, stages } from '#shared/submissions/states.ts'
import { timelineKinds } from '#shared/submissions/timeline.ts'
import { listed, moment, oneOf } from './columns.ts'
import { files } from './files.ts'
import { users } from './people.ts'

/** Serials of submissions; gaps mean nothing. */
export const submissionSerial = pgSequence('submission_serial', { startWith: 1, increment: 1 })

/** Stages in which there must be a paper. */
const paperStages = stages.filter((stage) => paperStatusOf[stage] !== null && stage !== 'withdrawn')

/** A submission: an abstract and, later, its paper, with the one stage both statuses are read off. */
export const submissions = pgTable(
  'submissions',
  {
    id: text().primaryKey(),
    paperId: text().notNull().unique(),
    serial: integer().notNull().unique(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    stage: text({ enum: stages }).notNull(),
    title: text().notNull().default(''),
    /** Rounds of assessment begun: of the abstract, and of the paper (0 before there is one). */
    abstractRound: integer().notNull().default(1),
    paperRound: integer().notNull().default(0),
    submittedAt: moment().notNull(),
    updatedAt: moment().notNull(),
    abstractDecidedAt: moment(),
    deletedAt: moment(),
  },
  (t) => [
    index('submissions_author').on(t.authorId, t.updatedAt, t.id),
    index('submissions_stage').on(t.stage, t.updatedAt, t.id),
    index('submissions_newest').on(t.submittedAt, t.id).where(sql`deleted_at is null`),
    index('submissions_decided').on(t.abstractDecidedAt, t.id).where(sql`deleted_at is null`),
    index('submissions_open')
      .on(t.authorId)
      .where(sql`deleted_at is null and stage not in (${listed(endedStages)})`),
    oneOf('submissions_stage_known', t.stage, stages),
    check(
      'submissions_paper_round',
      sql`case when ${t.stage} in (${listed(paperStages)}) then ${t.paperRound} >= 1
               when ${t.stage} = 'withdrawn' then ${t.paperRound} >= 0
               else ${t.paperRound} = 0 end`,
    ),
    check('submissions_rounds', sql`${t.abstractRound} >= 1 and ${t.paperRound} >= 0`),
  ],
)

export const versionParts = ['abstract', 'paper'] as const

/** An uploaded version. `number` 1 is the wire's `current`, the highest one above it its `request_change`. */
export const versions = pgTable(
  'versions',
  {
    id: uuid().primaryKey(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    part: text({ enum: versionParts }).notNull(),
    number: integer().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => files.id),
    fileName: text().notNull(),
    createdAt: moment().notNull(),
    /** When this number was first uploaded; stays when the file is replaced. */
    firstAt: moment().notNull(),
    /** Replaced or deleted: kept for the history, shown to nobody as a version. */
    retiredAt: moment(),
  },
  (t) => [
    uniqueIndex('versions_live_key').on(t.submissionId, t.part, t.number).where(sql`retired_at is null`),
    index('versions_file').on(t.fileId),
    oneOf('versions_part_known', t.part, versionParts),
    check('versions_number', sql`${t.number} >= 1`),
  ],
)

/** What happened to a submission, in order; only ever added to. The decisions are read from here. */
export const submissionEvents = pgTable(
  'submission_events',
  {
    id: uuid().primaryKey(),
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    kind: text({ enum: timelineKinds }).notNull(),
    fromStage: text({ enum: stages }),
    toStage: text({ enum: stages }).notNull(),
    round: integer().notNull(),
    /** Comment or reason, as typed. */
    note: text(),
    actorId: uuid().references(() => users.id),
    actorRole: text({ enum: ['author', 'reviewer', 'admin', 'staff', 'system'] }).notNull(),
    at: moment().notNull(),
  },
  (t) => [
    index('submission_events_submission').on(t.submissionId, t.at, t.id),
    oneOf('submission_events_kind_known', t.kind, timelineKinds),
  ],
)
