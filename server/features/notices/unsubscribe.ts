import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { mailPreferences, users } from '#server/db/schema.ts'
import { readUnsubscribeKey } from '#server/features/mail/mail-links.ts'
import { choosableGroups, type UnsubscribeScope } from '#shared/mail/choosable.ts'
import { preferencesOf, setTime } from './preferences.ts'

/**
 * Ends the mails that a mail's link stands for; done again, it changes nothing. With `back` it takes that back, unless
 * the person has chosen otherwise since. Refuses 404 a link that we did not give and one of an account that is gone,
 * in the same words.
 */
export async function unsubscribe(ctx: Ctx, link: string, { back }: { back: boolean }) {
  // Two clicks at once follow each other: the second finds what the first has noted.
  const key = await keyIn(ctx, link, 'update')
  if (key === undefined)
    throw new AppError('not_found', 'This link does not work any more. Use the link in a newer mail.')
  if (back) await takeBack(ctx, key.userId, key.scope)
  else await end(ctx, key.userId, key.scope)
  return {
    message: back
      ? 'These mails come again as before.'
      : 'These mails are stopped. What they say still stands in the portal, under Notifications.',
  }
}

/** Whether a mail's link is good still, for who opens it; changes nothing. */
export async function readUnsubscribe(ctx: Ctx, link: string) {
  return { good: (await keyIn(ctx, link, 'share')) !== undefined }
}

/** Whose link it is, and what for, held for this transaction; undefined for one that is good for nobody. */
async function keyIn(ctx: Ctx, link: string, hold: 'update' | 'share') {
  const key = readUnsubscribeKey(ctx.secrets, link)
  if (key === undefined) return undefined
  const [person] = await ctx.tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, key.userId), isNull(users.deletedAt)))
    .for(hold)
  return person === undefined ? undefined : key
}

async function end(ctx: Ctx, userId: string, scope: UnsubscribeScope): Promise<void> {
  const times = (await preferencesOf(ctx, [userId])).get(userId)
  for (const group of choosableGroups) {
    const before = times?.[group] ?? 'now'
    const meant = scope === 'digest' ? before === 'digest' : scope === group
    if (meant && before !== 'portal') await setTime(ctx, userId, group, { come: 'portal', before })
  }
}

async function takeBack(ctx: Ctx, userId: string, scope: UnsubscribeScope): Promise<void> {
  const ended = await ctx.tx
    .select()
    .from(mailPreferences)
    .where(and(eq(mailPreferences.userId, userId), isNotNull(mailPreferences.before)))
  for (const { messages, before } of ended) {
    const meant = scope === 'digest' ? before === 'digest' : scope === messages
    if (meant && before !== null) await setTime(ctx, userId, messages, { come: before, before: null })
  }
}
