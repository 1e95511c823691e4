import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { notices, users } from '#server/db/schema.ts'
import { queueMails } from '#server/features/mail/queue-mail.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { filled, paragraphsIn } from '#shared/mail/template.ts'

/** Ids a statement: far below the parameters that one may have. */
const AT_ONCE = 500

/**
 * Tells people something: a notification and an e-mail each, in the change's own transaction, so that they exist if
 * and only if the change does (decisions.md §10). Disabled people and repeated ids are passed over; gives how many
 * were told.
 */
export async function tell(ctx: Ctx, userIds: readonly string[], message: Message): Promise<number> {
  const ids = [...new Set(userIds)]
  let told = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    told += await tellSome(ctx, ids.slice(from, from + AT_ONCE), message)
  }
  return told
}

async function tellSome(ctx: Ctx, ids: readonly string[], message: Message): Promise<number> {
  const people = await ctx.tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.disabledAt)))
    .orderBy(users.id)
  if (people.length === 0) return 0
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const rows = people.flatMap(({ id, name }) => {
    const notice = noticeOf(message, { name, conference: settings.conferenceName })
    return notice === undefined
      ? []
      : [{ id: ctx.newId(), userId: id, kind: message.kind.key, ...notice, createdAt: ctx.now }]
  })
  if (rows.length > 0) await ctx.tx.insert(notices).values(rows)
  await queueMails(
    ctx,
    people.map(({ email, name }) => ({ address: email, name })),
    message,
  )
  return people.length
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
