import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll } from '#server/db/db.ts'
import { users } from '#server/db/schema.ts'
import { calledBy, calledColumns } from '#server/features/mail/recipient.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { openReviews } from '#server/features/reviewing/reviewer-role.ts'
import type { Audience } from '#shared/mail/audience.ts'

/** The people of a group: those who can log in, and have confirmed their address. */
function members(audience: Audience): SQL | undefined {
  return and(isNull(users.disabledAt), isNotNull(users.emailVerifiedAt), groupOf(audience))
}

/** As the payments desk's filter has it: nobody said that it is paid, or only a part of what was said to be paid came. */
const notReported = sql`and not exists (select 1 from payments p where p.submission_id = s.id
  and p.reopened_at is null and p.reported_at is not null and p.answered_at is null)`

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
      if (audience.reviews === 'open') return and(reviewerRole, some)
      if (audience.reviews === 'none_open') return and(reviewerRole, sql`not ${some}`)
      return reviewerRole
    }
  }
}

/**
 * How many people a group has, and the first `limit` of them by name. `stamp` is of exactly these people: with somebody
 * else among them it is another.
 */
export async function peopleIn(ctx: Ctx, audience: Audience, limit: number) {
  const people = await ctx.tx
    .select({ id: users.id, email: users.email, ...calledColumns })
    .from(users)
    .where(members(audience))
    .orderBy(users.name, users.id)
    .limit(limit)
  const [all] = await ctx.tx
    .select({
      count: countAll,
      stamp: sql<string>`md5(coalesce(string_agg(${users.id}::text, ' ' order by ${users.id}), ''))`,
    })
    .from(users)
    .where(members(audience))
  return {
    count: all?.count ?? 0,
    stamp: all?.stamp ?? '',
    people: people.map(({ id, email, ...called }) => ({ id, email, name: calledBy(called) })),
  }
}
