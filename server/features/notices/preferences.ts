import { and, eq, inArray } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { digestItems, mailPreferences } from '#server/db/schema.ts'
import { type ChoosableGroup, choosableGroups, type MailTime } from '#shared/mail/choosable.ts'
import type { MailPreferences } from '#shared/mail/preferences.ts'

const unchosen: MailPreferences = { submission: 'now', review: 'now', notice: 'now' }

/** When one's own mails come. */
export async function readPreferences(ctx: Ctx): Promise<MailPreferences> {
  const { userId } = personOf(ctx)
  return (await preferencesOf(ctx, [userId])).get(userId) ?? unchosen
}

/** When each one's mails come; who is not in the map never chose: at once. */
export async function preferencesOf(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Map<string, MailPreferences>> {
  const rows = await ctx.tx
    .select()
    .from(mailPreferences)
    .where(inArray(mailPreferences.userId, [...userIds]))
  const found = new Map<string, MailPreferences>()
  for (const { userId, messages, come } of rows)
    found.set(userId, { ...(found.get(userId) ?? unchosen), [messages]: come })
  return found
}

/** Sets when one's own mails of the named kinds come. */
export async function savePreferences(
  ctx: Ctx,
  given: { readonly [Group in ChoosableGroup]?: MailTime | undefined },
) {
  const { userId } = personOf(ctx)
  for (const group of choosableGroups) {
    const come = given[group]
    if (come !== undefined) await setTime(ctx, userId, group, { come, before: null })
  }
  return { message: 'Saved.' }
}

/** Sets when somebody's mails of a kind come; what waits for the daily mail is not mailed once they want none. */
export async function setTime(
  ctx: Ctx,
  userId: string,
  messages: ChoosableGroup,
  set: { come: MailTime; before: MailTime | null },
): Promise<void> {
  await ctx.tx
    .insert(mailPreferences)
    .values({ userId, messages, ...set })
    .onConflictDoUpdate({ target: [mailPreferences.userId, mailPreferences.messages], set })
  if (set.come === 'portal')
    await ctx.tx
      .delete(digestItems)
      .where(and(eq(digestItems.userId, userId), eq(digestItems.messages, messages)))
}
