import type { Ctx } from '#server/core/ctx.ts'
import { listPayments } from '#server/features/payments/list-payments.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { type statistics as contract, type MoneyState, REVIEWERS_SHOWN } from '#shared/statistics/contract.ts'
import { countDays } from './count-days.ts'
import { countReviewers, countScores } from './count-reviews.ts'
import { countStages, countSteps } from './count-stages.ts'

/** The conference in numbers, for organisers. */
export async function statistics(ctx: Ctx): Promise<AnswerOf<typeof contract>> {
  const { timeZone, deadlines } = await settingsOf(ctx.tx)
  const reviewers = await countReviewers(ctx)
  return {
    asOf: toTimestamp(ctx.now),
    timeZone,
    deadlines: deadlineKinds.flatMap((kind) => {
      const at = deadlines[kind]
      return at === null ? [] : [{ kind, at: toTimestamp(new Date(at)) }]
    }),
    days: await countDays(ctx, timeZone),
    steps: await countSteps(ctx),
    stages: await countStages(ctx),
    ...(await countScores(ctx)),
    reviewers: reviewers.slice(0, REVIEWERS_SHOWN),
    reviewersInAll: reviewers.length,
    payments: {
      awaiting: await paymentsIn(ctx, 'awaiting'),
      reported: await paymentsIn(ctx, 'reported'),
      late: await paymentsIn(ctx, 'late'),
      verified: await paymentsIn(ctx, 'verified'),
      part: await paymentsIn(ctx, 'part'),
      over: await paymentsIn(ctx, 'over'),
      held: await paymentsIn(ctx, 'held'),
      sought: await paymentsIn(ctx, 'sought'),
    },
  }
}

/** As many as the payments desk lists under the filter. */
async function paymentsIn(ctx: Ctx, status: MoneyState): Promise<number> {
  return (await listPayments(ctx, { limit: 1, cursor: undefined, status })).count
}
