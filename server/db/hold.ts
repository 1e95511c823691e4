import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Holds a name until the transaction ends; whoever else wants it waits so long. */
export async function hold(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
