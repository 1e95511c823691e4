import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { oneTimeTokens, type tokenPurposes } from '#server/db/schema.ts'

type Purpose = (typeof tokenPurposes)[number]

const MINUTE = 60_000
/** decisions.md §4. */
const LIFETIME: Record<Purpose, number> = {
  verify_email: 24 * 60 * MINUTE,
  change_email: 24 * 60 * MINUTE,
  reset_password: 60 * MINUTE,
  set_up: 365 * 24 * 60 * MINUTE,
  welcome: 30 * 24 * 60 * MINUTE,
}

/** Whoever asks for another link to choose a password, and anybody can, does not end the earlier ones: each lets the owner alone in. */
const ENDS_EARLIER: Record<Purpose, boolean> = {
  verify_email: true,
  change_email: true,
  reset_password: false,
  set_up: true,
  welcome: false,
}

/** Only this is stored of a token. Its 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Makes a token for a mailed link; `address` is what it confirms, where that is not the person's present one. An
 * earlier one for the same purpose and person is good no longer, but to choose a password: of those the first used ends
 * the others.
 */
export async function makeToken(
  ctx: Ctx,
  purpose: Purpose,
  userId: string | null,
  address?: string,
): Promise<string> {
  const holder = { userId, address }
  const token = (await makeAll(ctx, purpose, [holder])).get(holder)
  if (token === undefined) throw new Error('no token was made')
  return token
}

/** As {@link makeToken}, one for each of several people, by their ids. */
export async function makeTokens(
  ctx: Ctx,
  purpose: Purpose,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const made = await makeAll(
    ctx,
    purpose,
    userIds.map((userId) => ({ userId })),
  )
  return new Map([...made].map(([{ userId }, token]) => [userId, token]))
}

async function makeAll<Holder extends { userId: string | null; address?: string | undefined }>(
  ctx: Ctx,
  purpose: Purpose,
  holders: readonly Holder[],
): Promise<Map<Holder, string>> {
  if (holders.length === 0) return new Map()
  if (ENDS_EARLIER[purpose]) await endEarlier(ctx, purpose, holders)
  const made = holders.map((holder) => ({ holder, token: ctx.randomBytes(32).toString('base64url') }))
  await ctx.tx.insert(oneTimeTokens).values(
    made.map(({ holder: { userId, address }, token }) => ({
      hash: hashToken(token),
      purpose,
      userId,
      address,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + LIFETIME[purpose]),
    })),
  )
  return new Map(made.map(({ holder, token }) => [holder, token]))
}

async function endEarlier(ctx: Ctx, purpose: Purpose, holders: readonly { userId: string | null }[]) {
  const ids = holders.flatMap(({ userId }) => userId ?? [])
  const earlier = or(
    anyOf(oneTimeTokens.userId, ids),
    ids.length < holders.length ? isNull(oneTimeTokens.userId) : undefined,
  )
  await ctx.tx
    .update(oneTimeTokens)
    .set({ usedAt: ctx.now })
    .where(and(eq(oneTimeTokens.purpose, purpose), earlier, isNull(oneTimeTokens.usedAt)))
}

/** Uses a token up as {@link takeToken} does. Refuses 422 `invalid_token`. */
export async function redeemToken(ctx: Ctx, purposes: readonly Purpose[], token: string) {
  const used = await takeToken(ctx, purposes, token)
  if (used === undefined) throw linkNotValid()
  return used
}

/**
 * Uses a token up, if it is for one of these purposes, and gives whose it is and for what; undefined where it is not good. Of
 * many at once exactly one succeeds.
 */
export async function takeToken(ctx: Ctx, purposes: readonly Purpose[], token: string) {
  const [used] = await ctx.tx
    .update(oneTimeTokens)
    .set({ usedAt: ctx.now })
    .where(
      and(
        eq(oneTimeTokens.hash, hashToken(token)),
        inArray(oneTimeTokens.purpose, [...purposes]),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, ctx.now),
      ),
    )
    .returning({
      userId: oneTimeTokens.userId,
      purpose: oneTimeTokens.purpose,
      address: oneTimeTokens.address,
    })
  return used
}

/** Whose a token is or was; uses nothing up. */
export async function holderOf(ctx: Ctx, token: string): Promise<string | undefined> {
  const [row] = await ctx.tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.hash, hashToken(token)))
  return row?.userId ?? undefined
}

/** The refusal of a mailed link. */
export function linkNotValid(): AppError {
  return new AppError(
    'invalid_token',
    'This link is not valid any more: it was used, replaced by a newer one or has expired.',
  )
}

/** Ends every link mailed to somebody, or those for one purpose: their password or address is another now. */
export async function voidTokens(ctx: Ctx, userId: string, purpose?: Purpose): Promise<void> {
  await ctx.tx
    .update(oneTimeTokens)
    .set({ usedAt: ctx.now })
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        isNull(oneTimeTokens.usedAt),
        purpose === undefined ? undefined : eq(oneTimeTokens.purpose, purpose),
      ),
    )
}
