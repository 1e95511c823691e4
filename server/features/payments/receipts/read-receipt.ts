import { and, eq } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import { receipts, submissions } from '#server/db/schema.ts'
import { personIn } from '#server/features/people/authenticate.ts'
import { dayIn } from '#server/features/settings/deadline.ts'
import { standing } from '#server/features/submissions/access.ts'
import { readFileLink } from '#server/http/file-link.ts'
import { makeReceipt } from './make-receipt.ts'
import type { ReceiptFacts } from './receipt-pdf.ts'
import type { ReceiptRow } from './void-receipt.ts'

/** A receipt on its way out. */
export interface ReadReceipt {
  fileName: string
  mime: 'application/pdf'
  bytes: Buffer
}

/**
 * The PDF behind a link, for the paper's author, admins and staff. Asked again at each fetch, so that a role taken away or
 * a session that has ended ends the link too. Throws 422 for a link that is forged or too old, 404 for whom it is not.
 */
export async function readReceipt(ctx: Ctx, link: string): Promise<ReadReceipt> {
  const { kind, id, ...holder } = readFileLink(ctx.secrets, link, ctx.now)
  const person = kind === 'receipt' ? await personIn(ctx.tx, holder, ctx.now) : undefined
  if (person === undefined) throw notFound('That receipt')
  const { userId, permissions } = person
  const organises = permissions.includes('admin') || permissions.includes('staff')
  if (!organises && !permissions.includes('author')) throw notFound('That receipt')
  const [row] = await ctx.tx
    .select({ receipt: receipts })
    .from(receipts)
    .innerJoin(submissions, eq(submissions.id, receipts.submissionId))
    .where(and(eq(receipts.id, id), standing, organises ? undefined : eq(submissions.authorId, userId)))
  if (row === undefined) throw notFound('That receipt')
  return made(row.receipt)
}

/** A receipt as it goes with a mail: as it stands when the mail is sent. Undefined: there is none. */
export async function mailedReceipt(db: Db, id: string): Promise<ReadReceipt | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.id, id))
  return row === undefined ? undefined : made(row)
}

async function made(row: ReceiptRow): Promise<ReadReceipt> {
  return { fileName: `${row.name}.pdf`, mime: 'application/pdf', bytes: await makeReceipt(factsOf(row)) }
}

function factsOf(row: ReceiptRow): ReceiptFacts {
  const payer = { name: row.payerName, address: row.payerAddress, taxNumber: row.payerTaxNumber }
  return {
    number: row.name,
    issuedAt: row.issuedAt,
    issuedOn: printed(row.issuedOn),
    voidedOn: row.voidedOn === null ? null : printed(row.voidedOn),
    conference: row.conference,
    organiser: {
      name: row.organiserName,
      address: row.organiserAddress,
      taxNumber: row.organiserTaxNumber,
    },
    payer: payer.name === '' ? null : payer,
    paperId: row.paperId,
    title: row.title,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
  }
}

/** `2026-03-02` as `2 March 2026`. */
const printed = (day: string) => dayIn(new Date(`${day}T12:00:00Z`), 'UTC')
