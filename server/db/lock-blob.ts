import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Holds some bytes by their key until the transaction ends: nobody mentions and removes them at once. */
export async function lockBlob(tx: Db, storageKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${storageKey}, 0))`)
}
