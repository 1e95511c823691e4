import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { settings as table } from '#server/db/schema.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { settingsInForce, settingsOf } from './load-settings.ts'

/**
 * Replaces the settings; calls `hideAuthors` when papers become double-anonymous. Refuses 409 `stale`, with the newer
 * ones in `details`, when somebody saved meanwhile.
 */
export async function saveSettings(
  ctx: Ctx,
  settings: Settings,
  revision: number,
  hideAuthors?: (ctx: Ctx) => Promise<void>,
) {
  const before = await settingsOf(ctx.tx)
  const change = {
    document: settings,
    revision: revision + 1,
    changedAt: ctx.now,
    changedBy: personOf(ctx).userId,
  }
  const written =
    revision === 0
      ? await ctx.tx
          .insert(table)
          .values({ id: 1, ...change })
          .onConflictDoNothing()
          .returning({ id: table.id })
      : await ctx.tx
          .update(table)
          .set(change)
          .where(and(eq(table.id, 1), eq(table.revision, revision)))
          .returning({ id: table.id })
  if (written.length === 0) {
    const newer = await settingsInForce(ctx.tx, ctx.config)
    throw new AppError(
      'stale',
      'Somebody else saved the settings meanwhile. Look at them again before saving.',
      newer,
    )
  }
  if (before.anonymity !== 'double' && settings.anonymity === 'double') await hideAuthors?.(ctx)
  return { settings, revision: revision + 1, message: 'Settings saved.' }
}
