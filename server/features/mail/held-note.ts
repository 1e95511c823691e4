import type { Ctx } from '#server/core/ctx.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'

/** What whoever decides is told beside: that the author's mail waits, where the settings say so; otherwise nothing. */
export async function heldNote(ctx: Ctx): Promise<string> {
  const { holdDecisionMails } = await settingsOf(ctx.tx)
  return holdDecisionMails ? ' The mail to the author waits at the mail desk.' : ''
}
