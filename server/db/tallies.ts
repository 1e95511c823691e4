import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ActivityKind } from '#shared/activity/contract.ts'
import type { Role } from '#shared/core/roles.ts'
import type { EmailState } from '#shared/mail/states.ts'
import type { Stage } from '#shared/submissions/states.ts'
import type { Db } from './db.ts'
import { tallies } from './schema.ts'

/**
 * The tables whose rows the database counts along, and what it counts them as (`tallied`, migration 0062). A row may be
 * counted as several things. What was deleted and is kept for a while is not counted.
 */
interface Tallied {
  submissions: Stage | PaperAt | 'payment'
  users: Role | 'reviews' | 'staff' | 'disabled' | 'unverified'
  invitations: 'sent' | 'accepted'
  emails: EmailState
  activity: ActivityKind
}

type PaperAt = `paper: ${Stage}`

/** What papers at a stage are counted as. */
export const paperAt = (stage: Stage): PaperAt => `paper: ${stage}`

const many: SQL<number> = sql<number>`coalesce(sum(${tallies.change}), 0)::int`

/**
 * How many rows of a table are of one of these kinds, in a statement that takes as long however many there are; exact, as
 * the transaction sees the table.
 */
export const countTallied = <Table extends keyof Tallied>(
  db: Db,
  table: Table,
  kinds: readonly Tallied[Table][],
) =>
  db
    .select({ count: many })
    .from(tallies)
    .where(and(eq(tallies.counted, table), inArray(tallies.kind, [...kinds])))

/** How many rows of a table are of each kind, likewise. */
export async function tallyOf<Table extends keyof Tallied>(
  db: Db,
  table: Table,
): Promise<(kind: Tallied[Table]) => number> {
  const rows = await db
    .select({ kind: tallies.kind, count: many })
    .from(tallies)
    .where(eq(tallies.counted, table))
    .groupBy(tallies.kind)
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return (kind) => counts.get(kind) ?? 0
}
