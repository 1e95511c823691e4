import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { emails, invitations } from '#server/db/schema.ts'
import { containing } from '#server/db/search.ts'
import type { searchQuery } from '#shared/core/page.ts'
import { invitationView } from './invitation-view.ts'

/** Invitations, last sent first; `status` is one of the states. */
export async function listInvitations(ctx: Ctx, { limit, cursor, q, status }: z.output<typeof searchQuery>) {
  const after = decodeCursor(cursor)
  const all = and(
    q ? or(ilike(invitations.email, containing(q)), ilike(invitations.name, containing(q))) : undefined,
    status ? inState(ctx, status) : undefined,
  )
  const rows = await ctx.tx
    .select({ row: invitations, mail: emails.state })
    .from(invitations)
    .leftJoin(emails, eq(emails.id, invitations.emailId))
    .where(and(all, beyond(after, invitations.sentAt, invitations.id)))
    .orderBy(desc(invitations.sentAt), desc(invitations.id))
    .limit(limit + 1)
  const [total] = await ctx.tx
    .select({ count: countAll })
    .from(invitations)
    .leftJoin(emails, eq(emails.id, invitations.emailId))
    .where(all)
  const { items, ...more } = pageOf(rows, limit, ({ row }) => ({ at: row.sentAt, id: row.id }))
  return {
    items: items.map(({ row, mail }) => invitationView(row, mail, ctx.now)),
    count: total?.count ?? 0,
    ...more,
  }
}

function inState(ctx: Ctx, state: string): SQL | undefined {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))
  const expired = sql`${invitations.expiresAt} <= ${ctx.now.toISOString()}::timestamptz`
  const failed = sql`coalesce(${emails.state}, '') = 'failed'`
  if (state === 'accepted') return isNotNull(invitations.acceptedAt)
  if (state === 'revoked') return isNotNull(invitations.revokedAt)
  if (state === 'expired') return and(open, expired)
  if (state === 'failed') return and(open, sql`not ${expired}`, failed)
  if (state === 'sent') return and(open, sql`not ${expired}`, sql`not ${failed}`)
  return sql`false`
}
