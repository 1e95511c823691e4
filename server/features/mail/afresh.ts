import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import type { Mail } from './claim.ts'
import type { Recipient } from './recipient.ts'

/**
 * What mails that wait would say if they were written now, by their ids: the same message with the facts of this moment. A
 * mail that cannot be told anew (its decision is not on record) is not among them.
 */
export type Afresh = (ctx: Ctx, mails: readonly Mail[]) => Promise<ReadonlyMap<string, ToldAfresh>>

interface ToldAfresh {
  to: Recipient
  message: Message
}
