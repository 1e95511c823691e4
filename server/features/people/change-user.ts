import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { deadlineExtensions, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { hasGone } from '#server/features/settings/ahead.ts'
import { deadlinesFor } from '#server/features/settings/deadline.ts'
import { knownTopics } from '#server/features/settings/known-topics.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { changeUser as contract } from '#shared/people/desk-contract.ts'
import { type DeadlineKind, deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { codeKey } from './check-code.ts'
import { deadlineChanged } from './deadline-messages.ts'
import type { PersonRow } from './find-person.ts'
import { mailFirstLink } from './first-links.ts'
import { assertAnotherAdmin, holdAdmins } from './last-admin.ts'
import { personViews } from './list-users.ts'
import { roleChanged } from './messages.ts'
import { newReviewer } from './new-reviewer-kind.ts'
import { voidTokens } from './one-time-token.ts'
import { letChooseAnew } from './register-again.ts'
import { becomesReviewer } from './reviewer-role.ts'
import { secondFactorReset } from './second-factor-messages.ts'
import { removeSecondFactor } from './second-factor-rows.ts'
import { endSessions } from './sessions.ts'
import { forgetTries } from './throttle.ts'

type Change = z.output<typeof contract.body>

/** What an organiser changes about a person. Refuses 404, 409 where the last active admin would be lost, or the
 * address of a disabled account is to be confirmed, 422 a
 * personal deadline that has passed, or a topic that the conference does not have. */
export async function changeUser(ctx: Ctx, userId: string, change: Change) {
  if (change.role !== undefined || change.disabled) await holdAdmins(ctx)
  // Before the account, as who follows a link does.
  if (change.disabled) await voidTokens(ctx, userId)
  const [person] = await ctx.tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (person === undefined || person.deletedAt !== null) throw notFound('That person')
  const role = change.role ?? person.role
  const disabled = change.disabled ?? person.disabledAt !== null
  if (person.role === 'admin' && person.disabledAt === null && (role !== 'admin' || disabled)) {
    await assertAnotherAdmin(ctx, userId)
  }
  const disabledAt = disabled ? (person.disabledAt ?? ctx.now) : null
  const reviewLimit = change.reviewLimit === undefined ? person.reviewLimit : change.reviewLimit
  const topics =
    change.topics === undefined ? person.topics : await knownTopics(ctx, person.topics, change.topics)
  const changed = { role, isStaff: change.staff ?? person.isStaff, disabledAt, reviewLimit, topics }
  await ctx.tx.update(users).set(changed).where(eq(users.id, userId))
  if (disabled) await endSessions(ctx, userId)
  if (role !== person.role) await tell(ctx, [userId], roleChanged(ctx, role))
  if (becomesReviewer(person.role, role)) await ctx.jobs.enqueue(ctx.tx, newReviewer, [{ userIds: [userId] }])
  if (change.resendVerification) await resend(ctx, { ...person, disabledAt })
  // After a link that is sent again: what is good in the end is the one to choose a password.
  if (role !== person.role || changed.isStaff !== person.isStaff)
    await letChooseAnew(ctx, [{ ...person, disabledAt }])
  if (change.resetSecondFactor) await resetFactor(ctx, userId)
  if (change.extensions !== undefined) await extend(ctx, userId, change.extensions)
  const secondFactorSince = change.resetSecondFactor ? null : person.secondFactorSince
  const [user] = await personViews(ctx, [{ ...person, ...changed, secondFactorSince }])
  if (user === undefined) throw new Error('a person has no view')
  return { message: 'Saved.', user }
}

async function resend(ctx: Ctx, person: PersonRow): Promise<void> {
  if (person.emailVerifiedAt !== null) throw new AppError('wrong_state', 'This address is confirmed already.')
  // Its link would open nothing.
  if (person.disabledAt !== null) throw new AppError('wrong_state', 'Enable the account first.')
  // An organiser asks for it, not just anybody: an earlier link ends.
  await voidTokens(ctx, person.id)
  await mailFirstLink(ctx, person)
}

/** For who lost device and recovery codes. Refuses 409 where there is nothing to turn off, and of one's own, which takes the password. */
async function resetFactor(ctx: Ctx, userId: string): Promise<void> {
  if (userId === personOf(ctx).userId) {
    throw new AppError(
      'wrong_state',
      'Turn your own two-step verification off in your profile, with your password.',
    )
  }
  if (!(await removeSecondFactor(ctx, userId))) {
    throw new AppError('wrong_state', 'This person has no two-step verification.')
  }
  await forgetTries(ctx, codeKey(userId))
  await tell(ctx, [userId], secondFactorReset(ctx))
}

/** Sets or takes away personal deadlines, and tells the person of each one that is another one now. */
async function extend(
  ctx: Ctx,
  userId: string,
  given: Partial<Record<DeadlineKind, string | null>>,
): Promise<void> {
  assertAhead(ctx.now, given)
  const before = (await deadlinesFor(ctx, userId)).deadline
  await writeExtensions(ctx, userId, given)
  const now = (await deadlinesFor(ctx, userId)).deadline
  const { timeZone } = await settingsOf(ctx.tx)
  for (const kind of deadlineKinds) {
    const at = now[kind]
    if (at === null || at.getTime() === before[kind]?.getTime()) continue
    const later = before[kind] !== null && at > before[kind]
    await tell(ctx, [userId], deadlineChanged(ctx, { kind, at, later, timeZone }))
  }
}

/** Refuses 422, at its field, a deadline that has passed: nobody gets time by it. */
function assertAhead(now: Date, given: Partial<Record<DeadlineKind, string | null>>): void {
  const passed = deadlineKinds.filter((kind) => {
    const until = given[kind]
    return until !== undefined && until !== null && new Date(until) <= now
  })
  if (passed.length === 0) return
  throw hasGone(passed.map((kind) => `extensions.${kind}`))
}

async function writeExtensions(
  ctx: Ctx,
  userId: string,
  given: Partial<Record<DeadlineKind, string | null>>,
): Promise<void> {
  for (const deadline of deadlineKinds) {
    const until = given[deadline]
    if (until === undefined) continue
    const theirs = and(eq(deadlineExtensions.userId, userId), eq(deadlineExtensions.deadline, deadline))
    await ctx.tx.delete(deadlineExtensions).where(theirs)
    if (until === null) continue
    await ctx.tx.insert(deadlineExtensions).values({
      userId,
      deadline,
      until: new Date(until),
      grantedBy: personOf(ctx).userId,
      grantedAt: ctx.now,
    })
  }
}
