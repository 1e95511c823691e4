import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, submissions, users } from '#server/db/schema.ts'
import { standing } from '#server/features/submissions/access.ts'
import { receivedFor } from '#server/features/submissions/received.ts'
import { compactId } from '#shared/core/paper-ids.ts'
import { centsIn } from '#shared/payments/cents.ts'
import { isOnDesk } from '../access.ts'
import type { EarlierLine } from './same-again.ts'

/** A paper of the payments desk, as an import needs to know it. */
export interface DeskPaper {
  submissionId: string
  paperId: string
  title: string
  author: string
  /** Verified: whatever comes now is paid twice. */
  paid: boolean
  /** What imported lines brought so far, in cents. */
  received: number
}

/** Every paper that the payments desk knows, by compact id. */
export async function deskPapers(ctx: Ctx, currency: string | undefined): Promise<Map<string, DeskPaper>> {
  const rows = await ctx.tx
    .select({
      submissionId: submissions.id,
      paperId: submissions.paperId,
      title: submissions.title,
      author: users.name,
      stage: submissions.stage,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(and(standing, isOnDesk))
  const received = await receivedFor(ctx, currency)
  return new Map(
    rows.map(({ stage, ...row }) => [
      compactId(row.paperId),
      { ...row, paid: stage === 'complete', received: received.get(row.submissionId) ?? 0 },
    ]),
  )
}

/** What tells a line from every other: see the table. */
export const lineKeyOf = ({ hash, occurrence }: { hash: string; occurrence: number }) =>
  `${hash} ${occurrence}`

/** Of some lines those that were imported before, by key. */
export async function importedLines(ctx: Ctx, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx
    .select({ hash: bankLines.hash, occurrence: bankLines.occurrence })
    .from(bankLines)
    .where(
      and(
        isNull(bankLines.releasedAt),
        sql`${bankLines.hash} in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`,
      ),
    )
  return new Set(rows.map(lineKeyOf))
}

/** Every line that was imported and still counts, whole: the shares of its papers together. */
export async function earlierLines(ctx: Ctx): Promise<EarlierLine[]> {
  const rows = await ctx.tx
    .select({
      hash: bankLines.hash,
      occurrence: bankLines.occurrence,
      submissionIds: sql<string[]>`array_agg(${bankLines.submissionId})`,
      date: sql<string | null>`min(${bankLines.bookedOn})::text`,
      total: sql<string>`sum(${bankLines.amount})`,
      payer: sql<string>`min(${bankLines.payer})`,
      text: sql<string>`min(${bankLines.text})`,
    })
    .from(bankLines)
    .where(isNull(bankLines.releasedAt))
    .groupBy(bankLines.hash, bankLines.occurrence)
    .orderBy(sql`min(${bankLines.importedAt})`, bankLines.hash, bankLines.occurrence)
  return rows.map(({ submissionIds, total, ...row }) => ({
    ...row,
    submissionIds: new Set(submissionIds),
    cents: centsIn(total),
  }))
}
