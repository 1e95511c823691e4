import type { Ctx } from '#server/core/ctx.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/settings/contract.ts'
import { settingsInForce } from './load-settings.ts'
import { publicConfig } from './public-config.ts'
import { saveSettings } from './save-settings.ts'

/** Settings, and what of them is public. `hideAuthors` hears when papers become double-anonymous. */
export function settingsRoutes(portal: Portal, hideAuthors: (ctx: Ctx) => Promise<void>): void {
  serve(portal, contract.config, (ctx) => publicConfig(ctx))
  serve(portal, contract.readSettings, (ctx) => settingsInForce(ctx.tx, ctx.config))
  serve(portal, contract.saveSettings, (ctx, { body }) =>
    saveSettings(ctx, body.settings, body.revision, hideAuthors),
  )
}
