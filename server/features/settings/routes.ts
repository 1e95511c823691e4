import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/settings/contract.ts'
import { settingsInForce } from './load-settings.ts'
import { publicConfig } from './public-config.ts'
import { saveSettings } from './save-settings.ts'

/** Settings, and what of them is public. */
export function settingsRoutes(portal: Portal): void {
  serve(portal, contract.config, (ctx) => publicConfig(ctx))
  serve(portal, contract.readSettings, (ctx) => settingsInForce(ctx.tx, ctx.config))
  serve(portal, contract.saveSettings, (ctx, { body }) => saveSettings(ctx, body.settings, body.revision))
}
