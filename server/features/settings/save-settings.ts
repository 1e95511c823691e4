import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { settings as table, users } from '#server/db/schema.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { readSettingsAnew, settingsInForce, settingsOf, withSupport } from './load-settings.ts'

/**
 * Replaces the settings; calls `hideAuthors` when papers become double-anonymous. Refuses 409 `stale`, with the newer
 * ones in `details`, when somebody saved meanwhile; 422 where somebody asks of others what they have not done.
 */
export async function saveSettings(
  ctx: Ctx,
  settings: Settings,
  revision: number,
  hideAuthors?: (ctx: Ctx) => Promise<void>,
) {
  const before = await settingsOf(ctx.tx)
  // What the form showed of the environment, and nobody changed, stays the environment's.
  const isEnvironments = before.supportEmail === '' && settings.supportEmail === ctx.config.supportEmail
  const document = isEnvironments ? { ...settings, supportEmail: '' } : settings
  if (settings.organisersNeedSecondFactor && !before.organisersNeedSecondFactor) await assertOwnFactor(ctx)
  const change = {
    document,
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
  readSettingsAnew(ctx.tx)
  if (written.length === 0) {
    const newer = await settingsInForce(ctx.tx, ctx.config)
    throw new AppError(
      'stale',
      'Somebody else saved the settings meanwhile. Look at them again before saving.',
      newer,
    )
  }
  if (before.anonymity !== 'double' && settings.anonymity === 'double') await hideAuthors?.(ctx)
  return { settings: withSupport(settings, ctx.config), revision: revision + 1, message: 'Settings saved.' }
}

/** Whoever wants a second factor of all organisers has one: else the next call would shut them out of this very form. */
async function assertOwnFactor(ctx: Ctx): Promise<void> {
  const [me] = await ctx.tx
    .select({ since: users.secondFactorSince })
    .from(users)
    .where(eq(users.id, personOf(ctx).userId))
  if (me !== undefined && me.since !== null) return
  throw new AppError('invalid', 'Turn two-step verification on for yourself first, in your profile.')
}
