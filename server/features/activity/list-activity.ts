import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { activity, invitations, submissions, users } from '#server/db/schema.ts'
import { containing } from '#server/db/search.ts'
import { type ActivityEntry, activityKinds } from '#shared/activity/contract.ts'
import type { searchQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'

type Row = typeof activity.$inferSelect

/** Who did what when, the newest first (decisions.md §8); names as they are today, with one query for any number. */
export async function listActivity(ctx: Ctx, { limit, cursor, q, status }: z.output<typeof searchQuery>) {
  const all = and(status ? ofKind(status) : undefined, q ? matching(q) : undefined)
  const rows = await ctx.tx
    .select()
    .from(activity)
    .where(and(all, cursor === undefined ? undefined : lt(activity.id, placeOf(cursor))))
    .orderBy(desc(activity.id))
    .limit(limit + 1)
  const [total] = await ctx.tx.select({ count: countAll }).from(activity).where(all)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: await entriesOf(ctx, shown),
    count: total?.count ?? 0,
    ...(rows.length > limit && last !== undefined ? { nextCursor: String(last.id) } : {}),
  }
}

/** Rows are numbered in the order they were written, so the number alone is the place. */
function placeOf(cursor: string): number {
  const id = Number(cursor)
  if (!Number.isSafeInteger(id)) throw new AppError('invalid', 'The cursor is not one of this list.')
  return id
}

function ofKind(status: string): SQL {
  const kind = activityKinds.find((each) => each === status)
  return kind === undefined ? sql`false` : eq(activity.kind, kind)
}

/** A person who acted or is concerned, a submission's id or title, or the address of an invitation. */
function matching(q: string): SQL | undefined {
  const like = containing(q)
  const people = sql`(select id from users where name ilike ${like} or email ilike ${like})`
  return or(
    sql`${activity.actorId} in ${people}`,
    sql`${activity.personId} in ${people}`,
    sql`${activity.submissionId} in (select id from submissions
      where id ilike ${like} or paper_id ilike ${like} or title ilike ${like})`,
    sql`(${activity.kind} = 'invitation'
      and ${activity.entityId} in (select id::text from invitations where email ilike ${like}))`,
  )
}

async function entriesOf(ctx: Ctx, rows: readonly Row[]): Promise<ActivityEntry[]> {
  const people = await namesOf(ctx, rows)
  const papers = await papersOf(ctx, rows)
  const invited = await invitedIn(ctx, rows)
  const named = (id: string | null) => (id === null ? null : { id, name: people.get(id) ?? '–' })
  return rows.map((row) => ({
    id: row.id,
    at: toTimestamp(row.at),
    actor: named(row.actorId),
    kind: row.kind,
    action: row.action,
    submission: row.submissionId === null ? null : (papers.get(row.submissionId) ?? null),
    person:
      row.kind === 'invitation' && row.entityId !== null
        ? { id: row.entityId, name: invited.get(row.entityId) ?? '–' }
        : named(row.personId),
    changes: Object.keys(row.after).map((field) => ({
      field,
      before: row.before[field] ?? null,
      after: row.after[field] ?? null,
    })),
  }))
}

async function namesOf(ctx: Ctx, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => [row.actorId, row.personId]))].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const found = await ctx.tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function papersOf(ctx: Ctx, rows: readonly Row[]) {
  const ids = [...new Set(rows.map((row) => row.submissionId))].filter((id) => id !== null)
  if (ids.length === 0) return new Map<string, NonNullable<ActivityEntry['submission']>>()
  const found = await ctx.tx
    .select({
      id: submissions.id,
      paperId: submissions.paperId,
      paperRound: submissions.paperRound,
      title: submissions.title,
    })
    .from(submissions)
    .where(inArray(submissions.id, ids))
  return new Map(
    found.map(({ id, paperId, paperRound, title }) => [
      id,
      { abstractId: id, paperId: paperRound > 0 ? paperId : null, title },
    ]),
  )
}

async function invitedIn(ctx: Ctx, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) =>
    row.kind === 'invitation' && row.entityId !== null ? [row.entityId] : [],
  )
  if (ids.length === 0) return new Map()
  const found = await ctx.tx
    .select({ id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(inArray(invitations.id, [...new Set(ids)]))
  return new Map(found.map(({ id, email }) => [id, email]))
}
