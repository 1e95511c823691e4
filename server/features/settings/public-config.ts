import type { Ctx } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { DeadlineKind } from '#shared/settings/contract.ts'
import { loadSettings } from './load-settings.ts'

/** What anybody may know of the settings. */
export async function publicConfig(ctx: Ctx) {
  const { settings, revision } = await loadSettings(ctx.tx)
  const {
    reviewsPerPaper: _reviews,
    reviewPolicy: _policy,
    anonymity: _anonymity,
    reminderDays: _days,
    deadlines,
    ...open
  } = settings
  const stamp = (kind: DeadlineKind) => {
    const at = deadlines[kind]
    return at === null ? null : toTimestamp(new Date(at))
  }
  return {
    ...open,
    // Until an admin saves the settings, the environment's address stands (decisions.md §9).
    supportEmail: revision === 0 ? (ctx.config.supportEmail ?? open.supportEmail) : open.supportEmail,
    deadlines: {
      abstract: stamp('abstract'),
      paper: stamp('paper'),
      resubmission: stamp('resubmission'),
      review: stamp('review'),
    },
  }
}
