import type { Ctx } from '#server/core/ctx.ts'
import { countPayments } from '#server/features/payments/list-payments.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { type statistics as contract, REVIEWERS_SHOWN } from '#shared/statistics/contract.ts'
import { countDays } from './count-days.ts'
import { countReviewers, countScores } from './count-reviews.ts'
import { countStages, countSteps } from './count-stages.ts'

/** The conference in numbers, for organisers. */
export async function statistics(ctx: Ctx): Promise<AnswerOf<typeof contract>> {
  const { timeZone, deadlines } = await settingsOf(ctx.tx)
  const { reviewers, inAll } = await countReviewers(ctx, REVIEWERS_SHOWN)
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
    reviewers,
    reviewersInAll: inAll,
    payments: await countPayments(ctx),
  }
}
