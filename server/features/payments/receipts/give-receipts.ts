import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { payers, receipts, users } from '#server/db/schema.ts'
import { calledBy, calledColumns } from '#server/features/mail/recipient.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { calendarDay, dayNumber } from '#shared/core/calendar.ts'
import { cutTo } from '#shared/core/cut-to.ts'
import { PAYER_NAME_MAX, type Payer } from '#shared/payments/receipt-contract.ts'

/** Any fixed number: whoever gives numbers holds this advisory lock until the transaction ends. */
const NUMBERS_LOCK = 724_816_053

/** A verified payment that gets a receipt. */
export interface Paid {
  paymentId: string
  /** Held for this transaction. */
  submission: Submission
  /** Decimal; null: it is not said. */
  amount: string | null
  /** Null: the fee's. */
  currency: string | null
  reference: string | null
}

/** A receipt as a message names it. */
export interface GivenReceipt {
  id: string
  name: string
}

/**
 * Gives each payment a receipt with the edition's next number, in this order; by payment. Numbers have no gaps: a lock
 * lets one transaction at a time take them, and one that is rolled back gives its own back.
 */
export async function giveReceipts(ctx: Ctx, all: readonly Paid[]): Promise<Map<string, GivenReceipt>> {
  if (all.length === 0) return new Map()
  const settings = await settingsOf(ctx.tx)
  const payerOf = await payersOf(
    ctx,
    all.map(({ submission }) => submission),
  )
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(${NUMBERS_LOCK})`)
  const [last] = await ctx.tx
    .select({ number: receipts.number })
    .from(receipts)
    .where(eq(receipts.edition, settings.year))
    .orderBy(desc(receipts.number))
    .limit(1)
  const first = (last?.number ?? 0) + 1
  const rows = all.map(({ paymentId, submission, ...paid }, at) => {
    const payer = payerOf.get(submission.id)
    if (payer === undefined) throw new Error(`submission ${submission.id} has no author`)
    return {
      id: ctx.newId(),
      edition: settings.year,
      number: first + at,
      paymentId,
      submissionId: submission.id,
      issuedAt: ctx.now,
      issuedOn: calendarDay(dayNumber(ctx.now, settings.timeZone)),
      conference: settings.conferenceName,
      organiserName: settings.organiserName || settings.conferenceName,
      organiserAddress: settings.organiserAddress,
      organiserTaxNumber: settings.organiserTaxNumber,
      payerName: payer.name,
      payerAddress: payer.address,
      payerTaxNumber: payer.taxNumber,
      paperId: submission.paperId,
      title: submission.title,
      amount: paid.amount,
      currency: paid.currency ?? settings.feeCurrency,
      reference: paid.reference ?? '',
    }
  })
  const given = await ctx.tx
    .insert(receipts)
    .select(rowsInOne(receipts, rows))
    .returning({ id: receipts.id, name: receipts.name, paymentId: receipts.paymentId })
  return new Map(given.map(({ paymentId, ...receipt }) => [paymentId, receipt]))
}

/**
 * Whom receipts are made out to, by submission: as its author said, otherwise its author with the organisation; nobody, in
 * empty words, where the account was deleted.
 */
export async function payersOf(
  ctx: Ctx,
  all: readonly Pick<Submission, 'id' | 'authorId'>[],
): Promise<Map<string, Payer>> {
  if (all.length === 0) return new Map()
  const said = await ctx.tx
    .select()
    .from(payers)
    .where(
      inArray(
        payers.submissionId,
        all.map(({ id }) => id),
      ),
    )
  const authors = await ctx.tx
    .select({
      id: users.id,
      ...calledColumns,
      organization: users.organization,
      deletedAt: users.deletedAt,
    })
    .from(users)
    .where(
      inArray(
        users.id,
        all.map(({ authorId }) => authorId),
      ),
    )
  const authorBy = new Map(authors.map((author) => [author.id, author]))
  const found = new Map<string, Payer>()
  for (const { id, authorId } of all) {
    const author = authorBy.get(authorId)
    if (author === undefined) continue
    const { organization, deletedAt } = author
    // First and last name may be longer together than a payer's.
    found.set(id, {
      name: deletedAt === null ? cutTo(calledBy(author), PAYER_NAME_MAX) : '',
      address: organization,
      taxNumber: '',
    })
  }
  for (const { submissionId, ...payer } of said) found.set(submissionId, payer)
  return found
}
