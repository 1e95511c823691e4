import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import {
  bankLines,
  files,
  payers,
  payments,
  receipts,
  submissions,
  submissionTexts,
  versions,
} from '#server/db/schema.ts'
import { coAuthorsOf } from '#server/features/submissions/co-authors.ts'
import { timelineOf } from '#server/features/submissions/timeline.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { abstractStatusOf, paperStatusOf } from '#shared/submissions/states.ts'
import { type OwnFile, ROWS_MAX } from './own-file.ts'

/** A person's submissions, deleted ones too, with details, every version, what happened to each as its author may read it, and payments. */
export async function mySubmissions(ctx: Ctx, userId: string) {
  const rows = await ctx.tx
    .select()
    .from(submissions)
    .where(eq(submissions.authorId, userId))
    .orderBy(desc(submissions.submittedAt), desc(submissions.id))
    .limit(ROWS_MAX)
  const ids = rows.map((row) => row.id)
  const coAuthors = await coAuthorsOf(ctx, ids)
  const versionsOf = groupBy(await versionRows(ctx, ids), (version) => version.submissionId)
  const paymentsOf = groupBy(await paymentRows(ctx, ids), (payment) => payment.submissionId)
  const linesOf = groupBy(await lineRows(ctx, ids), (line) => line.submissionId)
  const payerOf = new Map(
    (await payerRows(ctx, ids)).map(({ submissionId, ...payer }) => [submissionId, payer]),
  )
  const receiptsOf = groupBy(await receiptRows(ctx, ids), (receipt) => receipt.submissionId)
  const texts = await ctx.tx.select().from(submissionTexts).where(inArray(submissionTexts.submissionId, ids))
  const textOf = new Map(
    texts.map(({ submissionId, text, readText }) => [submissionId, { text, readFromYourPdf: readText }]),
  )
  const told = []
  for (const row of rows) {
    told.push({
      abstractId: row.id,
      paperId: row.paperRound > 0 ? row.paperId : null,
      title: row.title,
      titleInYourPdf: row.pdfTitle,
      topics: row.topics,
      abstractText: textOf.get(row.id) ?? null,
      coAuthors: (coAuthors.get(row.id) ?? []).map(({ submissionId: _, searched: __, ...one }) => one),
      abstractStatus: abstractStatusOf[row.stage],
      paperStatus: paperStatusOf[row.stage],
      submittedAt: row.submittedAt,
      deletedAt: row.deletedAt,
      versions: (versionsOf.get(row.id) ?? []).map(({ file: _, ...version }) => version),
      history: (await timelineOf(ctx, row.id)).map(({ at, ...step }) => ({ at: fromTimestamp(at), ...step })),
      payments: (paymentsOf.get(row.id) ?? []).map(({ submissionId: _, ...payment }) => payment),
      arrivedByStatement: (linesOf.get(row.id) ?? []).map(({ submissionId: _, ...line }) => line),
      receiptsMadeOutTo: payerOf.get(row.id) ?? null,
      receipts: (receiptsOf.get(row.id) ?? []).map(({ submissionId: _, file: __, ...receipt }) => receipt),
    })
  }
  const filesOf = (of: Map<string, { file: OwnFile }[]>) =>
    rows.flatMap((row) => (of.get(row.id) ?? []).map(({ file }) => file))
  return { told, files: [...filesOf(versionsOf), ...filesOf(receiptsOf)] }
}

/** Oldest first. The files go by the portal's own names: a person's may hold anything. */
async function versionRows(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .select({ version: versions, file: files })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(inArray(versions.submissionId, [...ids]))
    .orderBy(asc(versions.createdAt), asc(versions.id))
    .limit(ROWS_MAX)
  const seen = new Map<string, number>()
  return rows.map(({ version, file }) => {
    const nth = (seen.get(`${version.submissionId} ${version.part}`) ?? 0) + 1
    seen.set(`${version.submissionId} ${version.part}`, nth)
    const name = `files/${version.submissionId}/${version.part}-${nth}.pdf`
    const stored: OwnFile = { name, at: version.createdAt, from: { stored: file.storageKey } }
    return {
      submissionId: version.submissionId,
      part: version.part,
      fileName: version.fileName,
      inThisArchive: name,
      uploadedAt: version.createdAt,
      replacedAt: version.retiredAt,
      bytes: file.size,
      sha256: file.sha256,
      file: stored,
    }
  })
}

async function paymentRows(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.tx
    .select({
      submissionId: payments.submissionId,
      reportedAt: payments.reportedAt,
      paidOn: payments.paidOn,
      yourNote: payments.authorNote,
      verifiedAt: payments.verifiedAt,
      reference: payments.reference,
      amount: payments.amount,
    })
    .from(payments)
    .where(inArray(payments.submissionId, [...ids]))
    .orderBy(asc(payments.id))
    .limit(ROWS_MAX)
}

/** What statements brought for their papers: whole payments, and parts and double ones that were noted. */
async function lineRows(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.tx
    .select({
      submissionId: bankLines.submissionId,
      bookedOn: bankLines.bookedOn,
      amount: bankLines.amount,
      currency: bankLines.currency,
      payer: bankLines.payer,
      text: bankLines.text,
      takenAs: bankLines.use,
      importedAt: bankLines.importedAt,
      takenBackAt: bankLines.releasedAt,
    })
    .from(bankLines)
    .where(inArray(bankLines.submissionId, [...ids]))
    .orderBy(asc(bankLines.importedAt), asc(bankLines.id))
    .limit(ROWS_MAX)
}

async function payerRows(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return ctx.tx
    .select()
    .from(payers)
    .where(inArray(payers.submissionId, [...ids]))
}

async function receiptRows(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .select({
      id: receipts.id,
      submissionId: receipts.submissionId,
      number: receipts.name,
      issuedAt: receipts.issuedAt,
      voidSince: receipts.voidedAt,
      payerName: receipts.payerName,
      payerAddress: receipts.payerAddress,
      payerTaxNumber: receipts.payerTaxNumber,
      amount: receipts.amount,
      currency: receipts.currency,
      reference: receipts.reference,
    })
    .from(receipts)
    .where(inArray(receipts.submissionId, [...ids]))
    .orderBy(asc(receipts.edition), asc(receipts.number))
    .limit(ROWS_MAX)
  return rows.map(({ id, ...row }) => {
    const name = `receipts/${row.number}.pdf`
    const file: OwnFile = { name, at: row.issuedAt, from: { receipt: id } }
    return { ...row, inThisArchive: name, file }
  })
}
