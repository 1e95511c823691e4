import type { Ctx } from '#server/core/ctx.ts'
import { listPayments } from '#server/features/payments/list-payments.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { AnswerOf, QueryOf } from '#shared/core/endpoint.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { listPayments as paymentsContract } from '#shared/payments/contract.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import type { statistics as contract } from '#shared/statistics/contract.ts'
import { countDays } from './count-days.ts'
import { countReviewers, countScores } from './count-reviews.ts'
import { countStages, countSteps } from './count-stages.ts'

/** The conference in numbers, for organisers. */
export async function statistics(ctx: Ctx): Promise<AnswerOf<typeof contract>> {
  const { timeZone, deadlines } = await settingsOf(ctx.tx)
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
    reviewers: await countReviewers(ctx),
    payments: {
      awaiting: await paymentsIn(ctx, 'awaiting'),
      reported: await paymentsIn(ctx, 'reported'),
      late: await paymentsIn(ctx, 'late'),
      verified: await paymentsIn(ctx, 'verified'),
    },
  }
}

/** As many as the payments desk lists under the filter. */
async function paymentsIn(ctx: Ctx, status: QueryOf<typeof paymentsContract>['status']): Promise<number> {
  return (await listPayments(ctx, { limit: 1, cursor: undefined, status })).count
}
