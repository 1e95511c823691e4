import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { isNobody, NOBODYS_NAME } from '#server/core/nobody.ts'
import { anyOf } from '#server/db/any-of.ts'
import { both } from '#server/db/both.ts'
import { findRows } from '#server/db/found.ts'
import { activity, invitations, submissions, users } from '#server/db/schema.ts'
import { latest, walkBy } from '#server/db/sort.ts'
import { countTallied } from '#server/db/tallies.ts'
import {
  type ActivityEntry,
  activityKinds,
  type listActivity as contract,
} from '#shared/activity/contract.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { concerning, findsMany, matching } from './search-activity.ts'

type Query = z.output<typeof contract.query>
type Row = typeof activity.$inferSelect

/** By the time that is shown, ties as written: rows may be written in another order than what they tell of happened. */
const orders = { newest: latest(activity.at, activity.id) }

/**
 * Who did what when, the newest first unless asked otherwise (decisions.md §8); names as they are today, with one query
 * for any number.
 */
export async function listActivity(ctx: Ctx, query: Query) {
  const { found, page, view } = await asked(ctx, query)
  return found.read(page, view)
}

/** As {@link listActivity}; who reads one page after the other need not have all of them counted at each. */
export async function activityPage(ctx: Ctx, query: Query) {
  const { page, view } = await asked(ctx, query)
  return view(await page)
}

async function asked(ctx: Ctx, { limit, cursor, q, status, sort }: Query) {
  const walk = walkBy(orders, sort, cursor)
  const kind = status ? eq(activity.kind, status) : undefined
  const { search, condition } = await searched(ctx, q, kind)
  const kept = q ? undefined : () => countTallied(ctx.tx, 'activity', status ? [status] : activityKinds)
  const found = findRows(ctx.tx, activity, condition, { search, walk, limit, kept })
  const page = ctx.tx
    .with(...found.first)
    .select({ row: activity, place: walk.place, total: found.total })
    .from(activity)
    .where(found.here)
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const view = async (rows: Awaited<typeof page>) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    const entries = await entriesOf(
      ctx,
      items.map(({ row }) => row),
    )
    return { items: entries, ...more }
  }
  return { found, page, view }
}

/** What is searched for, as ids that are found beforehand, or, where it finds many, as a condition of each row. */
async function searched(ctx: Ctx, q: string | undefined, kind: SQL | undefined) {
  if (!q) return { search: false, condition: kind }
  if (await findsMany(ctx, q)) return { search: false, condition: and(kind, concerning(q)) }
  return { search: matching(q, kind ?? sql`true`), condition: kind }
}

async function entriesOf(ctx: Ctx, rows: readonly Row[]): Promise<ActivityEntry[]> {
  const [people, [papers, invited]] = await both(
    ctx.tx,
    () => namesOf(ctx, rows),
    () =>
      both(
        ctx.tx,
        () => papersOf(ctx, rows),
        () => invitedIn(ctx, rows),
      ),
  )
  const named = (id: string | null) => (id === null ? null : { id, name: people.get(id) ?? '–' })
  const personIn = ({ kind, entityId, submissionId, personId }: Row) => {
    if (kind === 'invitation' && entityId !== null)
      return { id: entityId, name: invited.get(entityId) ?? '–' }
    // What was reported is its author's word: who does something with it is one or the other.
    if (kind === 'payment') return papers.get(submissionId ?? '')?.author ?? null
    return named(personId)
  }
  return rows.map((row) => ({
    id: row.id,
    at: toTimestamp(row.at),
    actor: named(row.actorId),
    kind: row.kind,
    action: row.action,
    submission:
      row.submissionId === null ? null : (papers.get(row.submissionId)?.paper ?? purged(row.submissionId)),
    person: personIn(row),
    changes: Object.keys(row.after).map((field) => ({
      field,
      before: row.before[field] ?? null,
      after: row.after[field] ?? null,
    })),
  }))
}

/** A submission, and whose it is. */
interface Concerned {
  paper: NonNullable<ActivityEntry['submission']>
  author: NonNullable<ActivityEntry['person']>
}

/** Of a submission that was removed for good its number is left. */
const purged = (abstractId: string) => ({ abstractId, paperId: null, title: '', gone: true })

async function namesOf(ctx: Ctx, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => [row.actorId, row.personId]))].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const found = await ctx.tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(anyOf(users.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function papersOf(ctx: Ctx, rows: readonly Row[]) {
  const ids = [...new Set(rows.map((row) => row.submissionId))].filter((id) => id !== null)
  if (ids.length === 0) return new Map<string, Concerned>()
  const found = await ctx.tx
    .select({
      id: submissions.id,
      paperId: submissions.paperId,
      paperRound: submissions.paperRound,
      title: submissions.title,
      deletedAt: submissions.deletedAt,
      author: { id: users.id, name: users.name },
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(anyOf(submissions.id, ids))
  return new Map<string, Concerned>(
    found.map(({ id, paperId, paperRound, title, deletedAt, author }) => [
      id,
      {
        paper: { abstractId: id, paperId: paperRound > 0 ? paperId : null, title, gone: deletedAt !== null },
        author,
      },
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
  return new Map(found.map(({ id, email }) => [id, isNobody(email) ? NOBODYS_NAME : email]))
}
