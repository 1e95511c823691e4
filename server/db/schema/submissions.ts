import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { endedStages, paperStatusOf, stages } from '#shared/submissions/states.ts'
import { timelineKinds } from '#shared/submissions/timeline.ts'
import { alphabet, isOrcid, listed, moment, oneOf, rankAmong, searchable } from './columns.ts'
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
    /** What the newest PDF calls itself: the title as long as the author has given none, a proposal after that. */
    pdfTitle: text().notNull().default(''),
    topics: text().array().notNull().default([]),
    /** How often the author saved title, topics and co-authors; 0 as long as they never did. */
    detailsRevision: integer().notNull().default(0),
    /** Rounds of assessment begun: of the abstract, and of the paper (0 before there is one). */
    abstractRound: integer().notNull().default(1),
    paperRound: integer().notNull().default(0),
    submittedAt: moment().notNull(),
    updatedAt: moment().notNull(),
    abstractDecidedAt: moment(),
    deletedAt: moment(),
    /**
     * What makes a paper of the payments desk urgent, the latest first; null for all others. Kept by the database:
     * migrations 0023 and 0052 say how it is reckoned.
     */
    paymentUrgency: moment(),
  },
  (t) => [
    index('submissions_author').on(t.authorId, t.updatedAt, t.id),
    index('submissions_stage').on(t.stage, t.updatedAt, t.id),
    // Read alone, without the table, to count what stands at each stage and how many papers there are.
    index('submissions_counted').on(t.stage, t.paperRound).where(sql`deleted_at is null`),
    index('submissions_newest').on(t.submittedAt, t.id).where(sql`deleted_at is null`),
    index('submissions_changed').on(t.updatedAt, t.id).where(sql`deleted_at is null`),
    index('submissions_title').on(alphabet(t.title), t.id).where(sql`deleted_at is null`),
    index('submissions_rank').on(rankAmong(t.stage, stages), t.id).where(sql`deleted_at is null`),
    index('submissions_search').using(
      'gin',
      t.id.op('gin_trgm_ops'),
      t.paperId.op('gin_trgm_ops'),
      sql`folded(${t.title}) gin_trgm_ops`,
    ),
    index('submissions_decided').on(t.abstractDecidedAt, t.id).where(sql`deleted_at is null`),
    index('submissions_deleted').on(t.deletedAt, t.id).where(sql`deleted_at is not null`),
    index('submissions_urgency')
      .on(t.paymentUrgency, t.id)
      .where(sql`deleted_at is null and payment_urgency is not null`),
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
    check(
      'submissions_urgency_kept',
      sql`${t.paymentUrgency} is not null or ${t.stage} not in ('awaiting_payment', 'complete')`,
    ),
    check('submissions_details_revision', sql`${t.detailsRevision} >= 0`),
    check('submissions_rounds', sql`${t.abstractRound} >= 1 and ${t.paperRound} >= 0`),
  ],
)

/** Who wrote it beside the author who submits, in order. `position` counts from 1; what was not given is ''. */
export const coAuthors = pgTable(
  'co_authors',
  {
    submissionId: text()
      .notNull()
      .references(() => submissions.id),
    position: integer().notNull(),
    name: text().notNull(),
    email: text().notNull().default(''),
    organization: text().notNull().default(''),
    orcid: text().notNull().default(''),
    searched: text()
      .notNull()
      .generatedAlwaysAs(searchable('name', 'email', 'organization', 'orcid')),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.position] }),
    index('co_authors_search').using('gin', t.searched.op('gin_trgm_ops')),
    index('co_authors_email').on(sql`lower(${t.email})`).where(sql`email <> ''`),
    index('co_authors_orcid').on(t.orcid).where(sql`orcid <> ''`),
    check('co_authors_position', sql`${t.position} >= 1`),
    check('co_authors_named', sql`trim(${t.name}) <> ''`),
    isOrcid('co_authors_orcid', t.orcid),
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
    index('versions_submission').on(t.submissionId, t.part),
    index('versions_search').using('gin', sql`folded(${t.fileName}) gin_trgm_ops`),
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
    index('submission_events_actor').on(t.actorId),
    oneOf('submission_events_kind_known', t.kind, timelineKinds),
  ],
)
