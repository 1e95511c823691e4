import { sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import * as contract from '#shared/operations/contract.ts'
import type { Portal } from './portal.ts'
import { serve } from './serve.ts'

/** Liveness and readiness: ready is false while the database is away, or takes no changes. */
export function operationsRoutes(portal: Portal): void {
  serve(portal, contract.live, async () => ({ status: 'ok' as const }))
  serve(portal, contract.ready, async () => {
    try {
      await portal.database.db.transaction(assertWritable)
    } catch (cause) {
      throw Object.assign(new AppError('unavailable', 'The database does not answer.'), {
        cause,
        retryAfter: 5,
      })
    }
    return { status: 'ok' as const }
  })
}

/** Fails as a change would (SQLSTATE 25006), so that the line, which may lead to a server that another took over from, is given up. */
async function assertWritable(tx: Db): Promise<void> {
  const [now] = await rowsOf<{ mode: string }>(
    tx,
    sql`select current_setting('transaction_read_only') as mode`,
  )
  if (now?.mode === 'on') throw Object.assign(new Error('the database takes no changes'), { code: '25006' })
}
