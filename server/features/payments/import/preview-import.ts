import type { z } from 'zod'
import type { Steps } from '#server/core/ctx.ts'
import { readInProcess } from '#server/core/read-in-process.ts'
import { feeIn } from '#server/features/settings/fee.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { WrittenAnswer } from '#server/http/call.ts'
import { calendarDay, dayNumber } from '#shared/core/calendar.ts'
import type { previewImport as contract } from '#shared/payments/import-contract.ts'
import { deskPapers, earlierLines } from './desk-papers.ts'
import type { Judging, writeJudged } from './judge-statement.ts'

const reader = { source: new URL('./reader.ts', import.meta.url), built: 'statement-reader' }

/**
 * Reads a statement and says, line by line, what importing it would do. It is read in a process of its own, while no
 * transaction is open, so that the portal goes on answering; the process writes the answer too, of which ten thousand lines are
 * eight megabytes. Refuses 422 for what cannot be read as a table, 503 after a minute.
 */
export async function previewImport(steps: Steps, given: z.output<typeof contract.body>) {
  const judging = await steps.transact(async (ctx): Promise<Judging> => {
    const settings = await settingsOf(ctx.tx)
    const rules = { fee: feeIn(settings), currency: settings.feeCurrency }
    return {
      bytes: Buffer.from(given.file, 'base64'),
      given: given.reading,
      known: { ...rules, papers: await deskPapers(ctx, rules), earlier: await earlierLines(ctx) },
      asOf: ctx.now,
      today: calendarDay(dayNumber(ctx.now, settings.timeZone)),
    }
  })
  const late = 'The statement was not read within a minute. Export a shorter period.'
  return new WrittenAnswer(await readInProcess<ReturnType<typeof writeJudged>>(reader, judging, { late }))
}
