import { inArray } from 'drizzle-orm'
import type { Chore } from '#server/core/chore.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assignments, reminders } from '#server/db/schema.ts'
import { type Told, tellEach } from '#server/features/notices/tell.ts'
import { adminIds, paymentDeskIds } from '#server/features/people/organisers.ts'
import { hasPassed } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { abstractDues, uploadDues } from './author-dues.ts'
import { type DeadlinesOf, everybodysDeadlines } from './deadlines-of.ts'
import { latePayments, missingReviewsReminder, uploadReminder } from './messages.ts'
import { missingReviews, type OrganiserDue, paymentDues } from './organiser-dues.ts'
import { assignmentOf, type ReviewDue, reviewDues } from './review-dues.ts'
import { type ReviewReminder, reviewReminder } from './review-messages.ts'
import { type Due, type ReminderDays, whichDay } from './which-day.ts'

/** Rows an INSERT: far below the parameters that one statement may have. */
const AT_ONCE = 500

/**
 * Reminds authors, reviewers and organisers before and after what is due (decisions.md §10), on the days of the
 * settings: each of each thing and day once, and authors only while they can still do something.
 */
export const sendReminders: Chore = {
  name: 'reminders',
  run: async (ctx) => {
    const settings = await settingsOf(ctx.tx)
    const deadlinesOf = await everybodysDeadlines(ctx, settings)
    const reviews = await reviewDues(ctx, deadlinesOf)
    await tellEach(ctx, [
      ...(await toReviewers(ctx, settings, reviews)),
      ...(await toAuthors(ctx, settings, deadlinesOf)),
      ...(await toOrganisers(ctx, settings, reviews)),
    ])
  },
}

async function toReviewers(ctx: Ctx, settings: Settings, reviews: readonly ReviewDue[]): Promise<Told[]> {
  const { remindReviewersBefore: before, remindReviewersAfter: after, timeZone } = settings
  // Who is too late can ask for more time: that is what they are told.
  const open = reviews
    .filter(({ remindedLately }) => !remindedLately)
    .map((due) => ({ ...due, closes: null, reminder: reminderOf(due, ctx.now) }))
  const dues = await unsent(ctx, open, { before, after }, timeZone)
  await noteOnAssignments(ctx, dues)
  const together = groupBy(
    dues,
    ({ userId, dueAt, days, reminder }) => `${userId} ${dueAt.getTime()} ${days} ${reminder}`,
  )
  return [...together.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            userId: first.userId,
            message: reviewReminder(ctx, [first, ...others], first.reminder, timeZone),
          },
        ],
  )
}

function reminderOf({ dueAt, closes }: ReviewDue, now: Date): ReviewReminder {
  if (now <= dueAt) return 'review_due'
  return hasPassed(closes, now) ? 'review_closed' : 'review_late'
}

/** So that an organiser's own reminder does not follow on the same day (reviewing/remind.ts). */
async function noteOnAssignments(ctx: Ctx, dues: readonly Due[]): Promise<void> {
  for (let from = 0; from < dues.length; from += AT_ONCE) {
    const ids = dues.slice(from, from + AT_ONCE).map(assignmentOf)
    await ctx.tx.update(assignments).set({ remindedAt: ctx.now }).where(inArray(assignments.id, ids))
  }
}

async function toAuthors(ctx: Ctx, settings: Settings, deadlinesOf: DeadlinesOf): Promise<Told[]> {
  const { remindAuthorsBefore: before, remindAuthorsAfter: after, timeZone } = settings
  const all = [
    ...(await abstractDues(ctx, deadlinesOf)),
    ...(await uploadDues(ctx, deadlinesOf, undefined, true)),
  ]
  const dues = await unsent(ctx, all, { before, after }, timeZone)
  return dues.map((due) => ({
    userId: due.userId,
    message: uploadReminder(ctx, due, ctx.now > due.dueAt, timeZone),
  }))
}

async function toOrganisers(ctx: Ctx, settings: Settings, reviews: readonly ReviewDue[]): Promise<Told[]> {
  const { remindOrganisersBefore: before, remindOrganisersAfter: after, timeZone } = settings
  const each = (ids: readonly string[], due: OrganiserDue) => ids.map((userId) => ({ ...due, userId }))
  const told: Told[] = []

  const missing = missingReviews(ctx, settings, reviews)
  if (missing !== undefined) {
    const { count, due } = missing
    const dues = await unsent(ctx, each(await adminIds(ctx), due), { before, after }, timeZone)
    const message = missingReviewsReminder(ctx, count, due.dueAt, ctx.now > due.dueAt, timeZone)
    told.push(...dues.map(({ userId }) => ({ userId, message })))
  }

  const desk = await paymentDeskIds(ctx)
  const late = (await paymentDues(ctx, settings)).flatMap((due) => each(desk, due))
  const dues = await unsent(ctx, late, { before: [], after }, timeZone)
  for (const [userId, theirs] of groupBy(dues, (due) => due.userId)) {
    told.push({
      userId,
      message: latePayments(
        ctx,
        theirs.map(({ name }) => name),
      ),
    })
  }
  return told
}

/** Those that are due this morning and were not sent yet, each with its day; they are noted as sent. */
async function unsent<T extends Due>(ctx: Ctx, dues: readonly T[], set: ReminderDays, timeZone: string) {
  const today = dues.flatMap((due) => {
    const days = whichDay(due, set, ctx.now, timeZone)
    return days === undefined ? [] : [{ ...due, days }]
  })
  const fresh: (T & { days: number })[] = []
  for (let from = 0; from < today.length; from += AT_ONCE) {
    const some = today.slice(from, from + AT_ONCE)
    const noted = await ctx.tx
      .insert(reminders)
      .values(some.map(({ userId, thing, dueAt, days }) => ({ userId, thing, dueAt, days, at: ctx.now })))
      .onConflictDoNothing()
      .returning({ userId: reminders.userId, thing: reminders.thing })
    const isNew = new Set(noted.map(({ userId, thing }) => `${userId} ${thing}`))
    fresh.push(...some.filter(({ userId, thing }) => isNew.has(`${userId} ${thing}`)))
  }
  return fresh
}
