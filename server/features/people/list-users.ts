import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { both } from '#server/db/both.ts'
import { countAll } from '#server/db/db.ts'
import { findRows } from '#server/db/found.ts'
import { alphabet, rankAmong } from '#server/db/schema/columns.ts'
import { assignments, deadlineExtensions, users } from '#server/db/schema.ts'
import { holds } from '#server/db/search.ts'
import { alphabetical, ascending, latest, walkBy } from '#server/db/sort.ts'
import { countTallied } from '#server/db/tallies.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { permissionsOf, roles } from '#shared/core/roles.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { listUsers as contract, Person } from '#shared/people/desk-contract.ts'
import type { PersonRow } from './find-person.ts'
import { isProfileComplete } from './profile.ts'

const orders = {
  newest: latest(users.createdAt, users.id),
  name: alphabetical(alphabet(users.name), users.id),
  status: ascending(rankAmong(users.role, roles), users.id),
}

/**
 * Everybody with an account, newest first unless asked otherwise; `status` is a role, `staff`, `disabled` or
 * `unverified`.
 */
export async function listUsers(
  ctx: Ctx,
  { limit, cursor, q, status, sort }: z.output<typeof contract.query>,
) {
  const walk = walkBy(orders, sort, cursor)
  const all = and(isNull(users.deletedAt), q ? matching(q) : undefined, status ? inStatus(status) : undefined)
  const found = findRows(ctx.tx, users, all, {
    search: q !== undefined,
    walk,
    limit,
    kept: () => countTallied(ctx.tx, 'users', status ? [status] : roles),
  })
  const page = ctx.tx
    .with(...found.first)
    .select({ row: users, place: walk.place, total: found.total })
    .from(users)
    .where(found.here)
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  return found.read(page, async (rows) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    const people = await personViews(
      ctx,
      items.map(({ row }) => row),
    )
    return { items: people, ...more }
  })
}

/** Rows to what the contract promises, with their personal deadlines and open reviews; two queries for any number. */
export async function personViews(ctx: Ctx, rows: readonly PersonRow[]): Promise<Person[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [granted, open] = await both(
    ctx.tx,
    () => ctx.tx.select().from(deadlineExtensions).where(inArray(deadlineExtensions.userId, ids)),
    () => openReviewsOf(ctx, ids),
  )
  const byUser = groupBy(granted, (row) => row.userId)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    roles: permissionsOf(row),
    organization: row.organization,
    emailVerified: row.emailVerifiedAt !== null,
    isProfileComplete: isProfileComplete(row),
    disabled: row.disabledAt !== null,
    secondFactor: row.secondFactorSince !== null,
    openReviews: open.get(row.id) ?? 0,
    extensions: Object.fromEntries(
      (byUser.get(row.id) ?? []).map((each) => [each.deadline, toTimestamp(each.until)]),
    ),
    createdAt: toTimestamp(row.createdAt),
    lastLoginAt: row.lastLoginAt === null ? null : toTimestamp(row.lastLoginAt),
  }))
}

async function openReviewsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.tx
    .select({ id: assignments.reviewerId, count: countAll })
    .from(assignments)
    .where(and(anyOf(assignments.reviewerId, ids), assignments.waiting))
    .groupBy(assignments.reviewerId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

function matching(q: string): SQL | undefined {
  return holds(users.searched, q)
}

function inStatus(status: string): SQL | undefined {
  const role = roles.find((each) => each === status)
  if (role !== undefined) return eq(users.role, role)
  if (status === 'staff') return eq(users.isStaff, true)
  if (status === 'disabled') return isNotNull(users.disabledAt)
  if (status === 'unverified') return isNull(users.emailVerifiedAt)
  return sql`false`
}
