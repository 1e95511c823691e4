import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { notices, users } from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'

/**
 * Tells people something: a notification and an e-mail each, in the change's own transaction, so that they exist if
 * and only if the change does (decisions.md §10). Disabled people and repeated ids are passed over.
 */
export async function tell(ctx: Ctx, userIds: readonly string[], message: Message): Promise<void> {
  if (userIds.length === 0) return
  const people = await ctx.tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(inArray(users.id, [...new Set(userIds)]), isNull(users.disabledAt)))
    .orderBy(users.id)
  for (const person of people) {
    await ctx.tx.insert(notices).values({
      id: ctx.newId(),
      userId: person.id,
      kind: message.kind,
      title: message.title,
      body: message.body,
      createdAt: ctx.now,
    })
    await queueMail(ctx, { address: person.email, name: person.name }, message)
  }
}
