import type { z } from 'zod'
import type { Steps } from '#server/core/ctx.ts'
import type { previewImport as contract } from '#shared/payments/import-contract.ts'
import { feeOf } from '../fee.ts'
import { decimalOf } from '../statement/amounts.ts'
import { readStatement } from '../statement/read-statement.ts'
import { deskPapers, importedLines } from './desk-papers.ts'
import { judgeLines } from './judge-lines.ts'

/**
 * Reads a statement and says, line by line, what importing it would do. No transaction is open while the file is read.
 * Refuses 422 for what cannot be read as a table.
 */
export async function previewImport(steps: Steps, given: z.output<typeof contract.body>) {
  const fee = await steps.transact(feeOf)
  const { reading, lines } = readStatement(Buffer.from(given.file, 'base64'), given.reading, fee?.currency)
  return steps.transact(async (ctx) => {
    const papers = await deskPapers(ctx, fee?.currency)
    const imported = await importedLines(
      ctx,
      lines.map(({ hash }) => hash),
    )
    return {
      reading,
      fee: fee === undefined ? null : { amount: decimalOf(fee.cents), currency: fee.currency },
      lines: judgeLines(lines, { papers, imported, fee }),
    }
  })
}
