import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { calledBy, calledColumns } from '#server/features/mail/recipient.ts'
import { openReviews } from '#server/features/reviewing/reviewer-role.ts'
import type { Audience } from '#shared/mail/audience.ts'
import { organisersMessage } from './messages.ts'

/** Whom a message reaches at all: those who can log in, and have confirmed their address. */
const reachable = and(isNull(users.disabledAt), isNotNull(users.emailVerifiedAt))

/** When somebody's mails of organisers come, as they chose. */
const come = sql`coalesce((select p.come from mail_preferences p
  where p.user_id = ${users.id} and p.messages = ${organisersMessage.kind.group}), 'now')`

/** As the payments desk's filter has it: nobody said that it is paid, or only a part of what was said to be paid came. */
const notReported = sql`and not exists (select 1 from payments p where p.submission_id = s.id
  and p.reopened_at is null and p.reported_at is not null and p.answered_at is null)`

const isReviewer = inArray(users.role, ['reviewer', 'both'])

/** Who is in a group, also of those whom no message reaches. */
function groupOf(audience: Audience): SQL | undefined {
  switch (audience.who) {
    case 'everybody':
      return undefined
    case 'organisers':
      return eq(users.role, 'admin')
    case 'authors':
      return audience.stage === 'any'
        ? inArray(users.role, ['author', 'both'])
        : sql`exists (select 1 from submissions s where s.author_id = ${users.id}
            and s.deleted_at is null and s.stage = ${audience.stage}
            ${audience.payment === 'not_reported' ? notReported : sql``})`
    case 'reviewers': {
      const some = sql`exists (select 1 ${openReviews})`
      if (audience.reviews === 'open') return and(isReviewer, some)
      if (audience.reviews === 'none_open') return and(isReviewer, sql`not ${some}`)
      return isReviewer
    }
  }
}

/**
 * How many people of a group a message reaches, and the first `limit` of them by name; `reach` says in which way, and how many
 * are left out. `stamp` is of exactly these people: with somebody
 * else among them it is another.
 */
export async function peopleIn(ctx: Ctx, audience: Audience, limit: number) {
  const people = await ctx.tx
    .select({ id: users.id, email: users.email, ...calledColumns })
    .from(users)
    .where(and(reachable, groupOf(audience)))
    .orderBy(users.name, users.id)
    .limit(limit)
  const [all] = await ctx.tx
    .select({
      now: countOf(and(reachable, sql`${come} = 'now'`)),
      digest: countOf(and(reachable, sql`${come} = 'digest'`)),
      portal: countOf(and(reachable, sql`${come} = 'portal'`)),
      unconfirmed: countOf(and(isNull(users.disabledAt), isNull(users.emailVerifiedAt))),
      disabled: countOf(isNotNull(users.disabledAt)),
      stamp: sql<string>`md5(coalesce(string_agg(${users.id}::text, ' ' order by ${users.id}) filter (where ${reachable}), ''))`,
    })
    .from(users)
    .where(and(isNull(users.deletedAt), groupOf(audience)))
  if (all === undefined) throw new Error('a count without a group has one row')
  const { stamp, ...reach } = all
  return {
    count: reach.now + reach.digest + reach.portal,
    reach,
    stamp,
    people: people.map(({ id, email, ...called }) => ({ id, email, name: calledBy(called) })),
  }
}

/** How many of the rows fulfil a condition. */
const countOf = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
