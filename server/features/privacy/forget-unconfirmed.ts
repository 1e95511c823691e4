import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { nobodyAt } from '#server/core/nobody.ts'
import { invitations, users } from '#server/db/schema.ts'
import { calledColumns } from '#server/features/mail/recipient.ts'
import { leftNothing } from '#server/features/people/left-nothing.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'
import { forgetMails } from './forget-mails.ts'

/** As many as one day's transaction takes; the next day takes the rest. */
const AT_ONCE = 200

/**
 * Removes accounts whose address nobody confirmed within `keepUnconfirmedDays`, and takes the address out of the mails to
 * it: mostly somebody mistyped theirs, or typed another's. Never one that left any trace, was invited, or that an
 * organiser gave rights or disabled.
 */
export const forgetUnconfirmed: Chore = {
  name: 'forget_unconfirmed',
  run: async (ctx) => {
    const { keepUnconfirmedDays } = await settingsOf(ctx.tx)
    const before = new Date(ctx.now.getTime() - keepUnconfirmedDays * DAY_MS)
    const due = await ctx.tx
      .select({ id: users.id, email: users.email, ...calledColumns })
      .from(users)
      .where(and(lt(users.createdAt, before), leftNothing(ctx), wasNotInvited(ctx)))
      .orderBy(asc(users.createdAt), asc(users.id))
      .limit(AT_ONCE)
      .for('update')
    for (const person of due) await forgetMails(ctx, person, nobodyAt(person.id))
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await ctx.tx.delete(users).where(inArray(users.id, ids))
  },
}

function wasNotInvited(ctx: Ctx) {
  const theirs = eq(sql`lower(${invitations.email})`, sql`lower(${users.email})`)
  return notExists(ctx.tx.select({ one: sql`1` }).from(invitations).where(theirs))
}
