import { inArray } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { receipts } from '#server/db/schema.ts'
import { signReceiptLink } from '#server/http/file-link.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Receipt } from '#shared/payments/receipt-contract.ts'

/** The receipts of some submissions by submission, the newest first, void ones too, with links for the acting person. */
export async function receiptsOf(
  ctx: Ctx,
  submissionIds: readonly string[],
): Promise<Map<string, Receipt[]>> {
  if (submissionIds.length === 0) return new Map()
  const reader = personOf(ctx)
  const rows = await ctx.tx
    .select()
    .from(receipts)
    .where(inArray(receipts.submissionId, [...submissionIds]))
  // Sorted here: the few of each paper, instead of all that the database found.
  const newest = rows.toSorted((a, b) => b.edition - a.edition || b.number - a.number)
  const views = newest.map(({ submissionId, id, name, issuedAt, voidedAt }) => ({
    submissionId,
    receipt: {
      number: name,
      issuedAt: toTimestamp(issuedAt),
      voidedAt: voidedAt === null ? null : toTimestamp(voidedAt),
      downloadUrl: signReceiptLink(ctx.secrets, reader, id, ctx.now),
    },
  }))
  const grouped = groupBy(views, (view) => view.submissionId)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ receipt }) => receipt)]))
}
