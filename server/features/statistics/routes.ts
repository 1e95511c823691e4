import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/statistics/contract.ts'
import { statistics } from './statistics.ts'

/** The conference in numbers. */
export function statisticsRoutes(portal: Portal): void {
  serve(portal, contract.statistics, (ctx) => statistics(ctx))
}
