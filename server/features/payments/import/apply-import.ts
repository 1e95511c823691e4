import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { hold } from '#server/db/hold.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { bankLines, submissions } from '#server/db/schema.ts'
import { type Fee, feeIn } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { type Submission, standing } from '#server/features/submissions/access.ts'
import { receivedFor } from '#server/features/submissions/received.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import type { ConfirmedLine, LineOutcome } from '#shared/payments/import-contract.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { mayBePaid } from '../access.ts'
import { forgottenOf, statementReference } from '../forgotten.ts'
import { lineSums, sumsIn } from '../line-sums.ts'
import { livePayments } from '../live-payment.ts'
import { byHandOf } from '../money.ts'
import { notedByHand } from '../note-part.ts'
import { verifyAll } from '../verify-all.ts'
import { importedLines } from './desk-papers.ts'
import { namedBy, rowOf } from './line-rows.ts'
import { noteRefunds } from './note-refunds.ts'
import { lineKeyOf } from './same-again.ts'
import { sharesIn } from './shares.ts'
import { tellOfLines } from './tell-of-lines.ts'

interface Judged {
  line: ConfirmedLine
  outcome: LineOutcome
  shares: Share[]
}

/** A paper and its share of a line. */
interface Share {
  submission: Submission
  cents: number
  pays: boolean
  /** Of what pays: the parts in its currency that lines before it bring, in cents. */
  before: number
  /** The paper was paid before this line. */
  again: boolean
  /** The payment that was verified by hand and is this line's; null: none. */
  joins: string | null
}

/**
 * Applies confirmed lines as one: papers are verified, part and double payments noted with theirs, and last what was paid
 * back. A line imported before is left alone, so that repeating the call changes nothing; and so is one of just what somebody
 * noted for its paper by hand since `asOf`, when the lines were judged. Refuses nothing as a whole; each line says how it went.
 */
export async function applyImport(ctx: Ctx, lines: readonly ConfirmedLine[], asOf?: string) {
  // One at a time: of two that give the same line to different papers, the second finds what the first wrote.
  await hold(ctx.tx, 'import of payments')
  const papers = await lockPapers(ctx, [...new Set(lines.flatMap(({ paperIds }) => paperIds))])
  const imported = await importedLines(
    ctx,
    lines.map(({ hash }) => hash),
  )
  const settings = await settingsOf(ctx.tx)
  const [fee, currency] = [feeIn(settings), settings.feeCurrency]
  const cameIn = lines.filter((line) => line.as !== 'refund')
  const byHand = await verifiedByHand(ctx, cameIn, papers)
  const held = cameIn.filter(isHeldAgainstFee).flatMap(({ paperIds }) => paperIds)
  const received = await receivedFor(
    ctx,
    currency,
    held.flatMap((paperId) => papers.get(paperId)?.id ?? []),
  )
  const judged = judge(cameIn, papers, imported, {
    byHand,
    notedSince: await notedSince(ctx, [...papers.values()], asOf),
    received,
    fee,
    currency,
  })
  const paying = judged.flatMap(({ line, shares }) =>
    shares.filter(({ pays }) => pays).map((share) => ({ line, ...share })),
  )
  const before = await sumsIn(
    ctx,
    currency,
    paying.map(({ submission }) => submission.id),
  )
  const paymentIds = await verifyAll(
    ctx,
    paying.map(({ line, submission, cents, before: parts }) => ({
      submission,
      amount: decimalOf(cents + parts + before(submission.id, line.currency)),
      currency: line.currency,
      // What the bank said stays with the line, where it can be forgotten with the payer.
      reference: statementReference(line.date),
      note: null,
    })),
  )
  const forgotten = await forgottenOf(ctx, [...papers.values()])
  const rows = judged.flatMap(({ line, shares }) =>
    shares.map(({ submission, cents, pays, joins, again }) => {
      const use = pays || joins !== null ? 'payment' : again ? 'double' : 'note'
      const paymentId = pays ? (paymentIds.get(submission.id) ?? null) : joins
      return rowOf(ctx, line, { submissionId: submission.id, cents, use, paymentId }, forgotten)
    }),
  )
  if (rows.length > 0) await ctx.tx.insert(bankLines).select(rowsInOne(bankLines, rows))
  const paidBack = lines.filter((line) => line.as === 'refund')
  const refunds = paidBack.length === 0 ? [] : await noteRefunds(ctx, paidBack, papers, imported)
  await tellOfLines(
    ctx,
    judged,
    refunds.flatMap(({ shares }) => shares.map(({ submission }) => submission)),
  )
  const outcomes = new Map([...judged, ...refunds].map((one) => [one.line, one]))
  const count = (outcome: LineOutcome) =>
    [...outcomes.values()].filter((one) => one.outcome === outcome).length
  const noted = [`${count('noted') + count('joined') + count('double')} noted`]
  if (count('refunded') > 0) noted.push(`${count('refunded')} paid back`)
  return {
    message: `${paying.length} ${paying.length === 1 ? 'payment' : 'payments'} verified, ${noted.join(', ')}.`,
    lines: lines.flatMap((line) => {
      const one = outcomes.get(line)
      if (one === undefined) return []
      const paperIds = one.shares.map(({ submission }) => submission.paperId)
      return { hash: line.hash, occurrence: line.occurrence, outcome: one.outcome, paperIds }
    }),
  }
}

/** Whether a line pays only what makes up the fee: where it was divided, and where nobody looked at what it makes up. */
function isHeldAgainstFee({ shares, match }: ConfirmedLine): boolean {
  return shares !== undefined || match === true
}

/** The papers for which money may come, held for this transaction, by id. In one order, so that two imports wait, not block. */
async function lockPapers(ctx: Ctx, paperIds: readonly string[]): Promise<Map<string, Submission>> {
  const rows = await ctx.tx
    .select()
    .from(submissions)
    .where(and(inArray(submissions.paperId, [...paperIds]), standing, mayBePaid))
    .orderBy(submissions.id)
    .for('update')
  return new Map(rows.map((row) => [row.paperId, row]))
}

/** What lines are judged by; submissions by their ids. */
interface By {
  /** Payments that were verified by hand, and by how much, with no line known of that; null: by any amount. */
  byHand: ReadonlyMap<string, { id: string; left: number | null }>
  /** What was noted by hand since the lines were judged, in cents. */
  notedSince: ReadonlyMap<string, readonly number[]>
  /** What was noted before for papers whose lines are held against the fee, in cents of its currency. */
  received: ReadonlyMap<string, number>
  fee: Fee | undefined
  /** The fee's: what names none is in it. */
  currency: string
}

function judge(
  lines: readonly ConfirmedLine[],
  papers: ReadonlyMap<string, Submission>,
  imported: ReadonlySet<string>,
  { byHand, notedSince: since, received, fee, currency: home }: By,
): Judged[] {
  const done = new Set(imported)
  const paid = new Set([...papers.values()].filter(({ stage }) => stage === 'complete').map(({ id }) => id))
  const joined = new Set<string>()
  const parts = new Map<string, number>()
  return lines.map((line) => {
    if (done.has(lineKeyOf(line))) return { line, outcome: 'known', shares: [] }
    const all = namedBy(line, papers)
    if (all === undefined) return { line, outcome: 'refused', shares: [] }
    const isNoted = sharesIn(line, all).some(({ of: { id }, cents }) => since.get(id)?.includes(cents))
    if (isNoted) return { line, outcome: 'meanwhile', shares: [] }
    done.add(lineKeyOf(line))
    const currency = line.currency ?? home
    const isInFees = currency === home
    const shares = sharesIn(line, all).map(({ of: submission, cents }): Share => {
      const { id } = submission
      const again = paid.has(id)
      // Parts paid before are added to what is in the same currency alone.
      const part = `${id} ${currency}`
      const before = parts.get(part) ?? 0
      // A share below what is due is a part; so is what was judged beside another line that somebody left out. More than
      // the fee, or another currency, is for a person to look at.
      const total = (received.get(id) ?? 0) + before + cents
      const isFee =
        fee === undefined ||
        (isInFees && (line.shares === undefined ? total === fee.cents : total >= fee.cents))
      const isUnfit = isHeldAgainstFee(line) && !isFee
      const pays = line.as === 'payment' && isCharged(submission.stage) && !again && !isUnfit
      if (pays) paid.add(id)
      else if (!again) parts.set(part, before + cents)
      const verified = line.as === 'payment' && isInFees && !joined.has(id) ? byHand.get(id) : undefined
      const isOf = verified !== undefined && (verified.left ?? cents) === cents
      if (isOf) joined.add(id)
      return { submission, cents, pays, before, again, joins: isOf ? verified.id : null }
    })
    if (shares.some(({ joins }) => joins !== null)) return { line, outcome: 'joined', shares }
    if (shares.some(({ pays }) => pays)) return { line, outcome: 'verified', shares }
    return { line, outcome: shares.every(({ again }) => again) ? 'double' : 'noted', shares }
  })
}

/** The payments of papers that lines would pay and that were verified by hand, with no line known of them, by submission. */
async function verifiedByHand(
  ctx: Ctx,
  lines: readonly ConfirmedLine[],
  papers: ReadonlyMap<string, Submission>,
): Promise<By['byHand']> {
  const paid = lines
    .filter((line) => line.as === 'payment')
    .flatMap(({ paperIds }) => paperIds.flatMap((id) => papers.get(id) ?? []))
    .filter(({ stage }) => stage === 'complete')
    .map(({ id }) => id)
  if (paid.length === 0) return new Map()
  const linesOf = await lineSums(ctx, paid)
  const byHand = new Map<string, { id: string; left: number | null }>()
  for (const [submissionId, payment] of await livePayments(ctx, paid)) {
    const left = byHandOf(linesOf.get(submissionId) ?? [], payment)
    if (left !== undefined) byHand.set(submissionId, { id: payment.id, left })
  }
  return byHand
}

/** What was noted by hand for some papers since a moment, by their submissions' ids; nothing where none is said. */
async function notedSince(
  ctx: Ctx,
  papers: readonly Submission[],
  asOf: string | undefined,
): Promise<By['notedSince']> {
  if (asOf === undefined) return new Map()
  const ids = papers.map(({ id }) => id)
  const rows = await ctx.tx
    .select({ submissionId: bankLines.submissionId, amount: bankLines.amount, at: bankLines.importedAt })
    .from(bankLines)
    .where(and(inArray(bankLines.submissionId, ids), isNull(bankLines.releasedAt), notedByHand))
  // Compared here: the day that a caller says may be one that no database knows.
  const since = rows.filter(({ at }) => at >= new Date(asOf))
  const byHand = groupBy(since, ({ submissionId }) => submissionId)
  return new Map([...byHand].map(([id, noted]) => [id, noted.map(({ amount }) => centsIn(amount))]))
}
