import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { bankLines, payments, submissions, users } from '#server/db/schema.ts'
import { calledBy, calledColumns } from '#server/features/mail/recipient.ts'
import { standing } from '#server/features/submissions/access.ts'
import { compactId } from '#shared/core/paper-ids.ts'
import { centsIn } from '#shared/payments/cents.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { mayBePaid } from '../access.ts'
import { lineSums } from '../line-sums.ts'
import { byHandOf, type Money, type MoneyRules, moneyOf, rulesAt } from '../money.ts'
import { lineKeyOf } from './same-again.ts'

/** A paper for which money may come, as an import needs to know it. */
export interface DeskPaper {
  submissionId: string
  paperId: string
  title: string
  author: string
  /** As the author's profile names them: what a bank calls them. */
  called: string
  /** It is paid or to be paid; what comes for another is only noted. */
  charged: boolean
  /** Verified: whatever comes now is paid twice. */
  paid: boolean
  /** What it was verified with by hand, in cents of the fee's currency, while no line of a statement is known of that; else null. */
  byHand: number | null
  /** What imported lines in the fee's currency brought so far, in cents. */
  received: number
  money: Money
}

/** Every paper for which money may come, by compact id. */
export async function deskPapers(ctx: Ctx, rules: MoneyRules): Promise<Map<string, DeskPaper>> {
  const rows = await ctx.tx
    .select({
      submissionId: submissions.id,
      paperId: submissions.paperId,
      title: submissions.title,
      author: calledColumns,
      stage: submissions.stage,
      payment: {
        verifiedAt: payments.verifiedAt,
        amount: payments.amount,
        feeAmount: payments.feeAmount,
        feeCurrency: payments.feeCurrency,
      },
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .leftJoin(payments, and(eq(payments.submissionId, submissions.id), isNull(payments.reopenedAt)))
    .where(and(standing, mayBePaid))
  const linesOf = await lineSums(ctx)
  const isFees = (currency: string | null) => currency === null || currency === rules.currency
  return new Map(
    rows.map(({ stage, payment, author, ...row }) => {
      const lines = linesOf.get(row.submissionId) ?? []
      const received = lines
        .filter(({ currency }) => isFees(currency))
        .reduce((sum, { amount }) => sum + centsIn(amount), 0)
      const money = moneyOf(lines, payment, rulesAt(stage, rules))
      const paid = stage === 'complete'
      const byHand = paid ? (byHandOf(lines, payment) ?? null) : null
      const names = { author: author.name, called: calledBy(author) }
      return [
        compactId(row.paperId),
        { ...row, ...names, charged: isCharged(stage), paid, byHand, received, money },
      ]
    }),
  )
}

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

/** As many earlier lines as are in one text. */
const LINES_A_TEXT = 2000

/**
 * Every line that was imported and still counts, whole: the shares of its papers together. They come as the database writes
 * them, in JSON, for `readEarlier` in the thread that needs them: as objects here and copied to it they took several
 * times the memory.
 */
export async function earlierLines(ctx: Ctx): Promise<string[]> {
  const whole = ctx.tx
    .select({
      hash: bankLines.hash,
      occurrence: bankLines.occurrence,
      submissionIds: sql`array_agg(${bankLines.submissionId})`.as('submissionIds'),
      date: sql`min(${bankLines.bookedOn})`.as('date'),
      total: sql`sum(${bankLines.amount})::text`.as('total'),
      payer: sql`min(${bankLines.payer})`.as('payer'),
      text: sql`min(${bankLines.text})`.as('text'),
      place:
        sql`row_number() over (order by min(${bankLines.importedAt}), ${bankLines.hash}, ${bankLines.occurrence})`.as(
          'place',
        ),
    })
    .from(bankLines)
    .where(isNull(bankLines.releasedAt))
    .groupBy(bankLines.hash, bankLines.occurrence)
    .as('whole')
  const part = sql`${whole.place} / ${sql.raw(String(LINES_A_TEXT))}`
  const rows = await ctx.tx
    .select({ lines: sql<string>`json_agg(whole order by ${whole.place})::text` })
    .from(whole)
    .groupBy(part)
    .orderBy(part)
  return rows.map(({ lines }) => lines)
}
