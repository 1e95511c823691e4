import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { digestItems, notices, users } from '#server/db/schema.ts'
import { unsubscribeKey } from '#server/features/mail/mail-links.ts'
import { queueEach } from '#server/features/mail/queue-mail.ts'
import { type Called, calledBy, calledColumns, recipientOf } from '#server/features/mail/recipient.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { type ChoosableGroup, choosableGroups, type MailTime } from '#shared/mail/choosable.ts'
import { filled, paragraphsIn } from '#shared/mail/template.ts'
import { preferencesOf } from './preferences.ts'

/** Ids a statement: far below the parameters that one may have. */
const AT_ONCE = 500

/** Somebody, by id, and what they are told. */
export interface Told {
  userId: string
  message: Message
}

interface Reached {
  person: { id: string } & Called & { email: string }
  message: Message
  /** The kind of message whose mails one may turn off; undefined: nobody may. */
  group: ChoosableGroup | undefined
  come: MailTime
  notice: typeof notices.$inferInsert | undefined
}

/**
 * Tells people something: a notification each, and an e-mail now, with the day's others or not at all, as each has
 * chosen; in the change's own transaction, so that they exist if and only if the change does (decisions.md §10).
 * Disabled people and repeated ids are passed over; gives how many
 * were told.
 */
export function tell(ctx: Ctx, userIds: readonly string[], message: Message): Promise<number> {
  return tellEach(
    ctx,
    [...new Set(userIds)].map((userId) => ({ userId, message })),
  )
}

/** Tells each person their own, with a few statements for any number. Gives how many messages were written. */
export async function tellEach(ctx: Ctx, all: readonly Told[]): Promise<number> {
  let told = 0
  for (let from = 0; from < all.length; from += AT_ONCE) {
    told += await tellSome(ctx, all.slice(from, from + AT_ONCE))
  }
  return told
}

async function tellSome(ctx: Ctx, some: readonly Told[]): Promise<number> {
  const ids = some.map(({ userId }) => userId)
  const rows = await ctx.tx
    .select({ id: users.id, email: users.email, ...calledColumns })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.disabledAt)))
    .limit(AT_ONCE)
  const people = new Map(rows.map((person) => [person.id, person]))
  const chosen = await preferencesOf(ctx, ids)
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const reached = some.flatMap(({ userId, message }): Reached[] => {
    const person = people.get(userId)
    if (person === undefined) return []
    const words = noticeOf(message, { name: calledBy(person), conference: settings.conferenceName })
    const group = choosableGroups.find((one) => one === message.kind.group)
    // Without a notification the mail is all there is.
    const come = group === undefined || words === undefined ? 'now' : (chosen.get(userId)?.[group] ?? 'now')
    const notice = words && { id: ctx.newId(), userId, kind: message.kind.key, ...words, createdAt: ctx.now }
    return [{ person, message, group, come, notice }]
  })
  await note(ctx, reached)
  await queueEach(
    ctx,
    reached
      .filter(({ come }) => come === 'now')
      .map(({ person, message, group }) => ({
        to: recipientOf(person),
        message,
        unsubscribe: group && unsubscribeKey(ctx.secrets, group, person.id),
      })),
  )
  return reached.length
}

/** The notifications, and which of them wait for a daily mail. */
async function note(ctx: Ctx, reached: readonly Reached[]): Promise<void> {
  const noted = reached.flatMap(({ notice }) => notice ?? [])
  if (noted.length > 0) await ctx.tx.insert(notices).select(rowsInOne(notices, noted))
  const gathered = reached.flatMap(({ person, message: { url }, group, come, notice }) =>
    come === 'digest' && notice !== undefined && group !== undefined
      ? [{ noticeId: notice.id, userId: person.id, messages: group, url }]
      : [],
  )
  if (gathered.length > 0) await ctx.tx.insert(digestItems).values(gathered)
}

/** The notification's words; plain text, shown as such. */
function noticeOf({ kind, values }: Message, around: { name: string; conference: string }) {
  if (kind.notice === undefined) return undefined
  const all: Readonly<Record<string, string>> = { ...values, ...around }
  const fill = (text: string) => filled(text, (name) => all[name] ?? '')
  return {
    title: fill(kind.notice.title),
    body: paragraphsIn(kind.notice.body, all, kind.placeholders).map(fill).join('\n\n'),
  }
}
