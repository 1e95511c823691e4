import { sql } from 'drizzle-orm'
import type { Actor } from '#server/core/actor.ts'
import type { Db } from './db.ts'

/**
 * Says in the open transaction who acts and what the time is: the database writes both into the activity of every row
 * that is changed (migration 0006). Ends with the transaction.
 */
export async function signTransaction(tx: Db, actor: Actor, now: Date): Promise<void> {
  const who = actor.kind === 'person' ? actor.userId : ''
  await tx.execute(
    sql`select set_config('lectern.actor', ${who}, true), set_config('lectern.now', ${now.toISOString()}, true)`,
  )
}
