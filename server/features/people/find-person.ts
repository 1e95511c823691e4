import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { prepared } from '#server/db/prepared.ts'
import { users } from '#server/db/schema.ts'

/** A person as stored. */
export type PersonRow = typeof users.$inferSelect

const byEmail = prepared('person_by_email', (db) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder('email'))),
)

/** Who has an address, compared without regard to case (decisions.md §4). */
export async function personByEmail(ctx: Ctx, email: string): Promise<PersonRow | undefined> {
  const [row] = await byEmail(ctx.tx).execute({ email: email.toLowerCase() })
  return row
}

/** The person with an id. */
export async function personById(ctx: Ctx, id: string): Promise<PersonRow | undefined> {
  const [row] = await ctx.tx.select().from(users).where(eq(users.id, id))
  return row
}
