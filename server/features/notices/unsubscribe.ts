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
  const before = await standingOf(ctx, key)
  if (back) await takeBack(ctx, key.userId, key.scope)
  else await end(ctx, key.userId, key.scope)
  const after = await standingOf(ctx, key)
  const unchanged = after.stopped
    ? 'These mails were stopped before. What they say stands in the portal, under Notifications.'
    : 'These mails come already.'
  const changed = after.stopped
    ? 'These mails are stopped. What they say still stands in the portal, under Notifications.'
    : 'These mails come again as before.'
  return { message: before.stopped === after.stopped ? unchanged : changed, ...after }
}

/** Whether a mail's link is good still, for who opens it; changes nothing. */
export async function readUnsubscribe(ctx: Ctx, link: string) {
  const key = await keyIn(ctx, link, 'share')
  return key === undefined
    ? { good: false, stopped: false, back: false }
    : { good: true, ...(await standingOf(ctx, key)) }
}

interface Key {
  userId: string
  scope: UnsubscribeScope
}

/** Whether the mails that a link stands for are stopped, and whether such a link had done it. */
async function standingOf(ctx: Ctx, { userId, scope }: Key) {
  const times = (await preferencesOf(ctx, [userId])).get(userId)
  const stopped =
    scope === 'digest'
      ? choosableGroups.every((group) => times?.[group] !== 'digest')
      : times?.[scope] === 'portal'
  return { stopped, back: stopped && (await endedBy(ctx, userId, scope)).length > 0 }
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
  for (const { messages, before } of await endedBy(ctx, userId, scope)) {
    if (before !== null) await setTime(ctx, userId, messages, { come: before, before: null })
  }
}

/** The kinds of message that such links ended, and when they had come before. */
async function endedBy(ctx: Ctx, userId: string, scope: UnsubscribeScope) {
  const ended = await ctx.tx
    .select()
    .from(mailPreferences)
    .where(and(eq(mailPreferences.userId, userId), isNotNull(mailPreferences.before)))
  return ended.filter(({ messages, before }) =>
    scope === 'digest' ? before === 'digest' : scope === messages,
  )
}
