import type { Ctx } from '#server/core/ctx.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { DeadlineKind } from '#shared/settings/contract.ts'
import { settingsInForce } from './load-settings.ts'

/** What anybody may know of the settings (decisions.md §8): how papers are reviewed and who issues receipts is not among it. */
export async function publicConfig(ctx: Ctx) {
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const {
    reviewsPerPaper: _reviews,
    reviewPolicy: _policy,
    anonymity: _anonymity,
    reminderDays: _days,
    holidays: _holidays,
    organiserName: _organiser,
    organiserAddress: _address,
    organiserTaxNumber: _taxNumber,
    holdDecisionMails: _hold,
    deadlines,
    ...open
  } = settings
  const stamp = (kind: DeadlineKind) => {
    const at = deadlines[kind]
    return at === null ? null : toTimestamp(new Date(at))
  }
  return {
    ...open,
    deadlines: {
      abstract: stamp('abstract'),
      paper: stamp('paper'),
      resubmission: stamp('resubmission'),
      review: stamp('review'),
    },
  }
}
