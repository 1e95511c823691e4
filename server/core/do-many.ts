import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { ManyRow } from '#shared/core/many.ts'

/**
 * Does something to the rows that nothing speaks against, each in a savepoint: what one refuses is rolled back for it
 * alone and named, the rest is done. In the order of the ids, so that two such deeds at once do not wait for each other
 * for ever; the answer keeps the order given. A fault of ours rolls all of it back.
 */
export async function doMany(
  ctx: Ctx,
  rows: readonly ManyRow[],
  run: (ctx: Ctx, id: string) => Promise<unknown>,
): Promise<ManyRow[]> {
  const refused = new Map<string, string>()
  const ids = rows.filter(({ problem }) => problem === null).map(({ id }) => id)
  for (const id of [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))) {
    try {
      await ctx.tx.transaction((tx) => run({ ...ctx, tx }, id))
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      refused.set(id, error.message)
    }
  }
  return rows.map((row) => ({ ...row, problem: row.problem ?? refused.get(row.id) ?? null }))
}
