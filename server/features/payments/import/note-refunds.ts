import type { Ctx } from '#server/core/ctx.ts'
import { bankLines } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { centsIn } from '#shared/payments/cents.ts'
import type { ConfirmedLine, LineOutcome } from '#shared/payments/import-contract.ts'
import { forgottenOf } from '../forgotten.ts'
import { surplusOf } from '../money.ts'
import { moneyFor } from '../money-for.ts'
import { namedBy, rowOf } from './line-rows.ts'
import { lineKeyOf } from './same-again.ts'
import { sharesOf } from './shares.ts'

interface Judged {
  line: ConfirmedLine
  outcome: LineOutcome
  shares: { submission: Submission; cents: number }[]
}

/**
 * Notes what was paid back with its papers, below 0, against what they have too much: no verification is undone by it. A
 * line that would leave less than the fee is left alone. The papers are held, and what came in with these lines is
 * written.
 */
export async function noteRefunds(
  ctx: Ctx,
  lines: readonly ConfirmedLine[],
  papers: ReadonlyMap<string, Submission>,
  imported: ReadonlySet<string>,
): Promise<Judged[]> {
  const done = new Set(imported)
  const moneyById = await moneyFor(ctx, [...papers.values()])
  const forgotten = await forgottenOf(ctx, [...papers.values()])
  const rows: (typeof bankLines.$inferInsert)[] = []
  const judged = lines.map((line): Judged => {
    if (done.has(lineKeyOf(line))) return { line, outcome: 'known', shares: [] }
    const all = namedBy(line, papers)
    if (all === undefined) return { line, outcome: 'refused', shares: [] }
    const shares = sharesOf(centsIn(line.amount), all).flatMap(({ of: submission, cents }) => {
      const money = moneyById.get(submission.id)
      if (money === undefined) return []
      const currency = line.currency ?? money.rules.currency
      return surplusOf(money, currency) + cents >= 0 ? [{ submission, cents, money, currency }] : []
    })
    if (shares.length < all.length) return { line, outcome: 'below', shares: [] }
    done.add(lineKeyOf(line))
    for (const { submission, cents, money, currency } of shares) {
      money.net.set(currency, (money.net.get(currency) ?? 0) + cents)
      const use = money.verified ? 'double' : 'note'
      rows.push(rowOf(ctx, line, { submissionId: submission.id, cents, use, paymentId: null }, forgotten))
    }
    return { line, outcome: 'refunded', shares }
  })
  if (rows.length > 0) await ctx.tx.insert(bankLines).values(rows)
  return judged
}
