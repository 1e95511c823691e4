import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { submissions, users, versions } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { coAuthorsOf } from '#server/features/submissions/co-authors.ts'
import { newestVersions } from '#server/features/submissions/facts.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { readableBy } from './access.ts'

/** A version of a paper's file that stands. */
const livePaper = and(eq(versions.part, 'paper'), isNull(versions.retiredAt))

/** As many rounds of a paper as are shown. */
export const ROUNDS_MAX = 100

/** The newest live paper version of each submission, by submission id; one query. */
export const newestPapers = (ctx: Ctx, ids: readonly string[]) => newestVersions(ctx, ids, 'paper')

/** The newest live paper version of each submission that a reviewer may read, by submission id; one query. */
export async function papersReadBy(ctx: Ctx, reviewerId: string, ids: readonly string[]) {
  const rows = await ctx.tx
    .selectDistinctOn([versions.submissionId], {
      submissionId: versions.submissionId,
      id: versions.id,
      fileName: versions.fileName,
      createdAt: versions.createdAt,
    })
    .from(versions)
    .innerJoin(submissions, eq(submissions.id, versions.submissionId))
    .where(and(anyOf(versions.submissionId, ids), livePaper, readableBy(ctx, reviewerId)))
    .orderBy(versions.submissionId, desc(versions.number))
  return new Map(rows.map(({ submissionId, ...version }) => [submissionId, version]))
}

/** The live paper versions of a submission that a reviewer may read, the oldest first; of very many the newest. */
export async function versionsReadBy(ctx: Ctx, reviewerId: string, submissionId: string) {
  const newestFirst = await ctx.tx
    .select({
      id: versions.id,
      number: versions.number,
      fileName: versions.fileName,
      createdAt: versions.createdAt,
    })
    .from(versions)
    .innerJoin(submissions, eq(submissions.id, versions.submissionId))
    .where(and(eq(versions.submissionId, submissionId), livePaper, readableBy(ctx, reviewerId)))
    .orderBy(desc(versions.number))
    .limit(ROUNDS_MAX)
  return newestFirst.reverse()
}

/** When a paper last changed for somebody who reviewed it: what became of it since would tell what others decided. */
export function seenUntil(reviewedAt: Date, version: { createdAt: Date } | undefined): Date {
  return version !== undefined && version.createdAt > reviewedAt ? version.createdAt : reviewedAt
}

/** A paper as who was taken off it reads it: title and topics are today's, and may tell of what came later. */
export const asLeft = (s: Submission): Submission => ({ ...s, title: '', topics: [] })

/** Who wrote a paper, the one who submitted it first; null where that is hidden. */
export async function paperAuthors(ctx: Ctx, s: Submission, anonymity: Settings['anonymity']) {
  if (anonymity === 'double') return null
  const [author] = await ctx.tx
    .select({ name: users.name, organization: users.organization })
    .from(users)
    .where(eq(users.id, s.authorId))
  const others = (await coAuthorsOf(ctx, [s.id])).get(s.id) ?? []
  return [
    ...(author === undefined ? [] : [author]),
    ...others.map(({ name, organization }) => ({ name, organization })),
  ]
}

/**
 * What a reviewer is told of a paper. Anonymity is decided here and nowhere else: double-anonymous papers go by
 * their id alone (decisions.md §6).
 */
export function paperHead(
  s: Submission,
  fileName: string | undefined,
  anonymity: Settings['anonymity'],
  updatedAt: Date = s.updatedAt,
) {
  const hidden = anonymity === 'double'
  const shown = fileName ?? 'paper.pdf'
  return {
    paperId: s.paperId,
    name: hidden ? s.paperId : s.title || shown,
    fileName: hidden ? `${s.paperId}.pdf` : shown,
    updatedAt: toTimestamp(updatedAt),
  }
}
