import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { digestItems, notices, users } from '#server/db/schema.ts'
import { unsubscribeKey } from '#server/features/mail/mail-links.ts'
import { type Addressed, queueEach } from '#server/features/mail/queue-mail.ts'
import { calledColumns, recipientOf } from '#server/features/mail/recipient.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { dailyDigest } from './messages.ts'

/** People at a time. */
const AT_ONCE = 200

/**
 * Writes one mail a day to everybody who wants them gathered, of what came since the last; none where nothing came.
 * What a mail tells of is forgotten in the same transaction, so that nothing is told twice.
 */
export const sendDigests: Chore = {
  name: 'digests',
  run: async (ctx) => {
    const waiting = await ctx.tx.selectDistinct({ userId: digestItems.userId }).from(digestItems)
    const ids = waiting.map(({ userId }) => userId)
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await sendSome(ctx, ids.slice(from, from + AT_ONCE))
  },
}

async function sendSome(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  // Taken before it is read: what comes meanwhile waits for tomorrow's.
  const taken = await ctx.tx
    .delete(digestItems)
    .where(inArray(digestItems.userId, [...userIds]))
    .returning({ noticeId: digestItems.noticeId, url: digestItems.url })
  const urls = new Map(taken.map(({ noticeId, url }) => [noticeId, url]))
  const rows = await ctx.tx
    .select({
      person: { id: users.id, email: users.email, ...calledColumns },
      notice: { id: notices.id, title: notices.title, body: notices.body },
    })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(and(anyOf(notices.id, [...urls.keys()]), isNull(users.disabledAt)))
    .orderBy(asc(notices.createdAt), asc(notices.id))
  const mails = [...groupBy(rows, ({ person }) => person.id)].flatMap(([id, theirs]): Addressed[] => {
    const person = theirs[0]?.person
    if (person === undefined) return []
    const gathered = theirs.map(({ notice }) => ({ ...notice, url: urls.get(notice.id) ?? '' }))
    const message = dailyDigest(ctx, gathered)
    return [{ to: recipientOf(person), message, unsubscribe: unsubscribeKey(ctx.secrets, 'digest', id) }]
  })
  await queueEach(ctx, mails)
}
