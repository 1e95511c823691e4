import { sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import * as contract from '#shared/operations/contract.ts'
import type { Portal } from './portal.ts'
import { serve } from './serve.ts'

/** Liveness and readiness: ready is false while the database is away. */
export function operationsRoutes(portal: Portal): void {
  serve(portal, contract.live, async () => ({ status: 'ok' as const }))
  serve(portal, contract.ready, async (ctx) => {
    try {
      await ctx.tx.execute(sql`select 1`)
    } catch (cause) {
      throw Object.assign(new AppError('unavailable', 'The database does not answer.'), {
        cause,
        retryAfter: 5,
      })
    }
    return { status: 'ok' as const }
  })
}
