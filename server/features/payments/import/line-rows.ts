import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { bankLines } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { ConfirmedLine } from '#shared/payments/import-contract.ts'

type BankLine = typeof bankLines.$inferInsert

/** The papers that a line is for; undefined where the desk does not know one of them. */
export function namedBy(
  line: ConfirmedLine,
  papers: ReadonlyMap<string, Submission>,
): Submission[] | undefined {
  const named = [...new Set(line.paperIds)].map((paperId) => papers.get(paperId))
  const all = named.filter((submission) => submission !== undefined)
  return all.length < named.length ? undefined : all
}

interface Share extends Pick<BankLine, 'submissionId' | 'use' | 'paymentId'> {
  cents: number
}

/**
 * A line as it is kept with one of its papers; with one of those `forgotten`, whose author's account was deleted, without
 * payer and words.
 */
export function rowOf(
  ctx: Ctx,
  line: ConfirmedLine,
  { cents, ...share }: Share,
  forgotten: ReadonlySet<string>,
): BankLine {
  const { payer, text } = forgotten.has(share.submissionId) ? { payer: '', text: '' } : line
  return {
    id: ctx.newId(),
    hash: line.hash,
    occurrence: line.occurrence,
    ...share,
    bookedOn: line.date,
    amount: decimalOf(cents),
    currency: line.currency,
    payer,
    text,
    importedAt: ctx.now,
    importedBy: personOf(ctx).userId,
  }
}
