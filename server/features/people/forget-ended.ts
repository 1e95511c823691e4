import { and, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import {
  formerAddresses,
  idempotencyKeys,
  invitations,
  oneTimeTokens,
  passkeyChallenges,
  secondFactors,
  sessions,
  throttles,
  users,
} from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS } from '#shared/core/calendar.ts'

/** A repeated request comes within minutes; a day is ample (decisions.md §3). */
const KEYS_MS = DAY_MS

/**
 * Forgets what can let nobody in any more: log-ins that ended or ran out and links that were used or ran out, after
 * `keepTokenDays`; answers kept for repeated requests, spent counters of tries and a second factor
 * that nobody confirmed, after a day; challenges of passkeys that ran out. Invitations that nobody
 * accepted, and addresses that people had before, go with their mails, `keepMailDays` after their end.
 */
export const forgetEnded: Chore = {
  name: 'forget_ended',
  run: async ({ tx, now }) => {
    const { keepTokenDays, keepMailDays } = await settingsOf(tx)
    const before = new Date(now.getTime() - keepTokenDays * DAY_MS)
    const dayBefore = new Date(now.getTime() - KEYS_MS)
    await tx.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.endedAt, before)))
    await tx
      .delete(oneTimeTokens)
      .where(or(lt(oneTimeTokens.expiresAt, before), lt(oneTimeTokens.usedAt, before)))
    const notOn = tx.select({ id: users.id }).from(users).where(isNull(users.secondFactorSince))
    await tx
      .delete(secondFactors)
      .where(and(lt(secondFactors.startedAt, dayBefore), inArray(secondFactors.userId, notOn)))
    // Of who has passkeys, the app alone.
    await tx
      .update(secondFactors)
      .set({ sealed: null })
      .where(
        and(
          isNotNull(secondFactors.sealed),
          isNull(secondFactors.appSince),
          lt(secondFactors.startedAt, dayBefore),
        ),
      )
    await tx.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
    const mailsGone = new Date(now.getTime() - keepMailDays * DAY_MS)
    await tx
      .delete(invitations)
      .where(and(isNull(invitations.acceptedAt), lt(invitations.expiresAt, mailsGone)))
    await tx.delete(formerAddresses).where(lt(formerAddresses.until, mailsGone))
    await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, dayBefore))
    await tx
      .delete(throttles)
      .where(
        and(
          lt(throttles.windowEndsAt, dayBefore),
          or(isNull(throttles.blockedUntil), lt(throttles.blockedUntil, now)),
        ),
      )
  },
}
