import { sendsMail } from '#server/core/config.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { openSettings } from '#shared/settings/contract.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import { settingsInForce } from './load-settings.ts'

/** What anybody may know of the settings (decisions.md §8). */
export async function publicConfig(ctx: Ctx) {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const { deadlines } = settings
  const stamp = (kind: DeadlineKind) => {
    const at = deadlines[kind]
    return at === null ? null : toTimestamp(new Date(at))
  }
  return {
    ...openSettings.parse(settings),
    sendsMail: sendsMail(ctx.config),
    deadlines: {
      abstract: stamp('abstract'),
      paper: stamp('paper'),
      resubmission: stamp('resubmission'),
      review: stamp('review'),
    },
  }
}
