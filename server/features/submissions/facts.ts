import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { countAll } from '#server/db/db.ts'
import { files, payments, reviews, submissions, versions } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { groupBy } from '#shared/core/group-by.ts'
import {
  businessDaysBetween,
  type Calendar,
  PROMISED_BUSINESS_DAYS,
  promisedDay,
} from '#shared/payments/business-days.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { type LatestEvents, latestDecisions } from './verdicts.ts'

/** A live version with its file's measures. */
export interface VersionRow {
  id: string
  submissionId: string
  part: 'abstract' | 'paper'
  number: number
  fileName: string
  createdAt: Date
  firstAt: Date
  size: number
  md5: string
  storageKey: string
}

/** All that the views need beside the submissions' own rows; a fixed number of queries for any number of rows. */
export interface Facts {
  decisions: LatestEvents
  versionsOf: Map<string, VersionRow[]>
  /** Submissions with a review in the present round. */
  reviewBegun: Set<string>
  /** Payments that were reported and are not verified yet, and the last verification that was taken back. */
  paymentsOf: Map<string, PaymentFacts>
}

interface PaymentFacts {
  report: PaymentReport | undefined
  /** Why the last verification was taken back, where the author reported nothing since. */
  takenBack: string | null
}

/** When an author said that they paid, and until when verifying it was promised. */
interface PaymentReport {
  at: Date
  promise: NonNullable<AbstractItem['paymentPromise']>
}

/** Reads the facts of a page of submissions. */
export async function factsOf(ctx: Ctx, ids: readonly string[]): Promise<Facts> {
  if (ids.length === 0) {
    return { decisions: new Map(), versionsOf: new Map(), reviewBegun: new Set(), paymentsOf: new Map() }
  }
  return {
    decisions: await latestDecisions(ctx, ids),
    versionsOf: groupBy(await versionRows(ctx, ids), (row) => row.submissionId),
    reviewBegun: await reviewsBegun(ctx, ids),
    paymentsOf: await paymentsOf(ctx, ids),
  }
}

async function versionRows(ctx: Ctx, ids: readonly string[]): Promise<VersionRow[]> {
  return ctx.tx
    .select({
      id: versions.id,
      submissionId: versions.submissionId,
      part: versions.part,
      number: versions.number,
      fileName: versions.fileName,
      createdAt: versions.createdAt,
      firstAt: versions.firstAt,
      size: files.size,
      md5: files.md5,
      storageKey: files.storageKey,
    })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(and(anyOf(versions.submissionId, ids), isNull(versions.retiredAt)))
    .orderBy(asc(versions.number))
}

async function reviewsBegun(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx
    .select({ id: reviews.submissionId, count: countAll })
    .from(reviews)
    .innerJoin(
      submissions,
      and(eq(submissions.id, reviews.submissionId), eq(submissions.paperRound, reviews.round)),
    )
    .where(anyOf(reviews.submissionId, ids))
    .groupBy(reviews.submissionId)
  return new Set(rows.map((row) => row.id))
}

async function paymentsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, PaymentFacts>> {
  const isTakenBack = and(isNotNull(payments.verifiedAt), isNotNull(payments.reopenedAt))
  const isReported = and(
    isNotNull(payments.reportedAt),
    isNull(payments.answeredAt),
    isNull(payments.reopenedAt),
    isNull(payments.verifiedAt),
  )
  const rows = await ctx.tx
    .select({
      id: payments.submissionId,
      reportedAt: payments.reportedAt,
      reopenedAt: payments.reopenedAt,
      reason: payments.reopenReason,
    })
    .from(payments)
    .where(and(anyOf(payments.submissionId, ids), or(isReported, isTakenBack)))
    .orderBy(asc(payments.reopenedAt))
  if (rows.length === 0) return new Map()
  const settings = await settingsOf(ctx.tx)
  return new Map(
    [...groupBy(rows, ({ id }) => id)].map(([id, theirs]) => {
      const at = theirs.find(({ reopenedAt }) => reopenedAt === null)?.reportedAt ?? null
      const last = theirs.findLast(({ reopenedAt }) => reopenedAt !== null)
      const isAnswered = at !== null && last?.reopenedAt != null && at > last.reopenedAt
      return [
        id,
        {
          report: at === null ? undefined : { at, promise: promiseOf(at, ctx.now, settings) },
          takenBack: isAnswered ? null : (last?.reason ?? null),
        },
      ]
    }),
  )
}

function promiseOf(reportedAt: Date, now: Date, calendar: Calendar): PaymentReport['promise'] {
  const late = businessDaysBetween(reportedAt, now, calendar) > PROMISED_BUSINESS_DAYS
  return { day: promisedDay(reportedAt, calendar), late }
}

/** The newest live version of one part of each submission, by submission id; one query. */
export async function newestVersions(ctx: Ctx, ids: readonly string[], part: VersionRow['part']) {
  if (ids.length === 0) return new Map<string, { id: string; number: number; fileName: string }>()
  const rows = await ctx.tx
    .selectDistinctOn([versions.submissionId], {
      submissionId: versions.submissionId,
      id: versions.id,
      number: versions.number,
      fileName: versions.fileName,
    })
    .from(versions)
    .where(and(anyOf(versions.submissionId, ids), eq(versions.part, part), isNull(versions.retiredAt)))
    .orderBy(versions.submissionId, desc(versions.number))
  return new Map(rows.map(({ submissionId, ...version }) => [submissionId, version]))
}

/** The live versions of one part, oldest number first. */
export function versionsIn(facts: Facts, submissionId: string, part: VersionRow['part']): VersionRow[] {
  return (facts.versionsOf.get(submissionId) ?? []).filter((row) => row.part === part)
}
