import type { z } from 'zod'
import type { Steps } from '#server/core/ctx.ts'
import { readInThread } from '#server/core/read-in-thread.ts'
import { feeIn } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { calendarDay, dayNumber } from '#shared/core/calendar.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { previewImport as contract } from '#shared/payments/import-contract.ts'
import { deskPapers, earlierLines } from './desk-papers.ts'
import type { Judging, judgeStatement } from './judge-statement.ts'

const thread = { source: new URL('./read-thread.ts', import.meta.url), built: 'statement-thread' }

/**
 * Reads a statement and says, line by line, what importing it would do. It is read in a thread of its own, while no
 * transaction is open, so that the portal goes on answering. Refuses 422 for what cannot be read as a table, 503 after a
 * minute.
 */
export async function previewImport(steps: Steps, given: z.output<typeof contract.body>) {
  const known = await steps.transact(async (ctx) => {
    const settings = await settingsOf(ctx.tx)
    const rules = { fee: feeIn(settings), currency: settings.feeCurrency }
    const today = calendarDay(dayNumber(ctx.now, settings.timeZone))
    return {
      ...rules,
      asOf: ctx.now.toISOString(),
      papers: await deskPapers(ctx, rules),
      earlier: await earlierLines(ctx),
      today,
    }
  })
  const bytes = Buffer.from(given.file, 'base64')
  const judging: Judging = { bytes, given: given.reading, known, today: known.today }
  const late = 'The statement was not read within a minute. Export a shorter period.'
  const judged = await readInThread<ReturnType<typeof judgeStatement>>(thread, judging, { late })
  const { fee, asOf } = known
  return {
    ...judged,
    asOf,
    fee: fee === undefined ? null : { amount: decimalOf(fee.cents), currency: fee.currency },
  }
}
