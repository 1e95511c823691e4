import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { withCount } from '#server/db/found.ts'
import { alphabet } from '#server/db/schema/columns.ts'
import { emails, invitations } from '#server/db/schema.ts'
import { containing, holds } from '#server/db/search.ts'
import { alphabetical, latest, walkBy } from '#server/db/sort.ts'
import { countTallied } from '#server/db/tallies.ts'
import type { listInvitations as contract } from '#shared/people/desk-contract.ts'
import { invitationView } from './invitation-view.ts'

type Query = z.output<typeof contract.query>

const orders = {
  newest: latest(invitations.sentAt, invitations.id),
  name: alphabetical(alphabet(invitations.name), invitations.id),
}

/** Invitations, last sent first unless asked otherwise; `status` is one of the states. */
export async function listInvitations(ctx: Ctx, { limit, cursor, q, status, sort }: Query) {
  const walk = walkBy(orders, sort, cursor)
  const all = and(
    q ? or(ilike(invitations.email, containing(q)), holds(sql`folded(${invitations.name})`, q)) : undefined,
    status ? inState(ctx, status) : undefined,
  )
  const page = ctx.tx
    .select({ row: invitations, mail: emails.state, place: walk.place })
    .from(invitations)
    .leftJoin(emails, eq(emails.id, invitations.emailId))
    .where(and(all, walk.beyond))
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const isKept = !q && (!status || status === 'accepted')
  const counting = isKept
    ? countTallied(ctx.tx, 'invitations', [status || 'sent'])
    : ctx.tx
        .select({ count: countAll })
        .from(invitations)
        .leftJoin(emails, eq(emails.id, invitations.emailId))
        .where(all)
  const view = (rows: Awaited<typeof page>) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    return { items: items.map(({ row, mail }) => invitationView(row, mail, ctx.now)), ...more }
  }
  return withCount(
    ctx.tx,
    () => counting,
    () => page.then(view),
  )
}

/** What was sent to somebody: invitations they accepted, and those to their address; the last sent first. */
export async function invitationsOf(ctx: Ctx, person: { id: string; email: string }) {
  const rows = await ctx.tx
    .select({ row: invitations, mail: emails.state })
    .from(invitations)
    .leftJoin(emails, eq(emails.id, invitations.emailId))
    .where(
      or(
        eq(invitations.acceptedBy, person.id),
        eq(sql`lower(${invitations.email})`, person.email.toLowerCase()),
      ),
    )
    .orderBy(desc(invitations.sentAt), desc(invitations.id))
    .limit(50)
  return rows.map(({ row, mail }) => invitationView(row, mail, ctx.now))
}

function inState(ctx: Ctx, state: string): SQL | undefined {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))
  const expired = sql`${invitations.expiresAt} <= ${ctx.now.toISOString()}::timestamptz`
  const lost = sql`coalesce(${emails.state}, '') in ('failed', 'bounced')`
  if (state === 'accepted') return isNotNull(invitations.acceptedAt)
  if (state === 'revoked') return isNotNull(invitations.revokedAt)
  if (state === 'expired') return and(open, expired)
  if (state === 'failed' || state === 'bounced')
    return and(open, sql`not ${expired}`, eq(emails.state, state))
  if (state === 'sent') return and(open, sql`not ${expired}`, sql`not ${lost}`)
  return sql`false`
}
