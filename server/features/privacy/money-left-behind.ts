import { and, asc, eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions } from '#server/db/schema.ts'
import { surplusOf } from '#server/features/payments/money.ts'
import { moneyFor } from '#server/features/payments/money-for.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { type MoneyLeft, moneyLeftFor, tellOfMoneyLeft } from '#server/features/submissions/money-left.ts'
import { decimalOf } from '#shared/payments/cents.ts'

type Paper = Pick<Submission, 'id' | 'stage'>

/**
 * Of a person's submissions, by their ids, the money that nobody could pay back without them: of a complete one what it has
 * beyond the fee, of another all that is there for it, and whether its payment is looked for.
 */
export async function moneyLeftBehind(ctx: Ctx, theirs: readonly Paper[]): Promise<Map<string, MoneyLeft>> {
  const complete = theirs.filter(({ stage }) => stage === 'complete')
  const others = theirs.filter(({ stage }) => stage !== 'complete')
  const left = await moneyLeftFor(
    ctx,
    others.map(({ id }) => id),
  )
  for (const [id, money] of await moneyFor(ctx, complete)) {
    const sums = [...money.net.keys()].flatMap((currency) => {
      const cents = surplusOf(money, currency)
      return cents > 0 ? [`${decimalOf(cents)} ${currency}`] : []
    })
    left.set(id, { sums, reported: false })
  }
  return left
}

/** Tells the payments desk of the money that a person leaves behind with their account. */
export async function tellOfMoneyLeftBehind(ctx: Ctx, authorId: string): Promise<void> {
  const theirs = await ctx.tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.authorId, authorId), standing))
    .orderBy(asc(submissions.id))
  const left = await moneyLeftBehind(ctx, theirs)
  for (const one of theirs) {
    const surplus = one.stage === 'complete'
    await tellOfMoneyLeft(ctx, one, 'its author deleted their account', left.get(one.id), { surplus })
  }
}
