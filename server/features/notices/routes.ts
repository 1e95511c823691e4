import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/notices/contract.ts'
import { listNotices } from './list-notices.ts'
import { markAllRead, markRead } from './mark-read.ts'

/** One's own notifications. */
export function noticesRoutes(portal: Portal): void {
  serve(portal, contract.listNotices, (ctx, { query }) => listNotices(ctx, query))
  serve(portal, contract.markRead, (ctx, { body }) => markRead(ctx, body.id))
  serve(portal, contract.markAllRead, (ctx) => markAllRead(ctx))
}
