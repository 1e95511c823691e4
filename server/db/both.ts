import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** What two reads give: at once, each over a line of its own; within a transaction, which has but one, one after the other. */
export async function both<First, Second>(
  db: Db,
  first: () => PromiseLike<First>,
  second: () => PromiseLike<Second>,
): Promise<[First, Second]> {
  return is(db, PgTransaction) ? [await first(), await second()] : Promise.all([first(), second()])
}
