import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'

/** Ends the week that stored bytes stay once nothing names them: the queue counts by the database's clock. */
export async function makeRemovalsDue(db: Db): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'remove-blob' and state < 'active'`,
  )
}
