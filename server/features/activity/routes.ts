import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/activity/contract.ts'
import { listActivity } from './list-activity.ts'

/** What the database noted of every change (migration 0006). */
export function activityRoutes(portal: Portal): void {
  serve(portal, contract.listActivity, (ctx, { query }) => listActivity(ctx, query))
}
