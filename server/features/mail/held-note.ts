import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'

/** What is said of an author who is told nothing. */
export const NOT_TOLD = 'The author’s account is disabled: they are not told.'

/** What whoever decides is told beside: that the author is not told, as nobody disabled is, or that the mail waits where the settings say so; otherwise nothing. */
export async function heldNote(ctx: Ctx, authorId: string): Promise<string> {
  const [author] = await ctx.tx
    .select({ disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, authorId))
  if (author !== undefined && author.disabledAt !== null) return ` ${NOT_TOLD}`
  const { holdDecisionMails } = await settingsOf(ctx.tx)
  return holdDecisionMails ? ' The mail to the author waits at the mail desk.' : ''
}
