import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { notices, users } from '#server/db/schema.ts'
import { queueEach } from '#server/features/mail/queue-mail.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { filled, paragraphsIn } from '#shared/mail/template.ts'

/** Ids a statement: far below the parameters that one may have. */
const AT_ONCE = 500

/** Somebody, by id, and what they are told. */
export interface Told {
  userId: string
  message: Message
}

/**
 * Tells people something: a notification and an e-mail each, in the change's own transaction, so that they exist if
 * and only if the change does (decisions.md §10). Disabled people and repeated ids are passed over; gives how many
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
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.disabledAt)))
    .limit(AT_ONCE)
  const people = new Map(rows.map((person) => [person.id, person]))
  const reached = some.flatMap(({ userId, message }) => {
    const person = people.get(userId)
    return person === undefined ? [] : [{ person, message }]
  })
  if (reached.length === 0) return 0
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const noted = reached.flatMap(({ person: { id, name }, message }) => {
    const notice = noticeOf(message, { name, conference: settings.conferenceName })
    return notice === undefined
      ? []
      : [{ id: ctx.newId(), userId: id, kind: message.kind.key, ...notice, createdAt: ctx.now }]
  })
  if (noted.length > 0) await ctx.tx.insert(notices).values(noted)
  await queueEach(
    ctx,
    reached.map(({ person: { email, name }, message }) => ({ to: { address: email, name }, message })),
  )
  return reached.length
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
