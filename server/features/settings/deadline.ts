import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { deadlineExtensions } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { type DeadlineKind, deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { settingsOf } from './load-settings.ts'

/** One person's deadlines: as they are told, and the moment (grace included) after which the server refuses. */
export interface Deadlines {
  deadline: Record<DeadlineKind, Date | null>
  closes: Record<DeadlineKind, Date | null>
}

/**
 * The deadlines of one person: the conference's, or the personal one where it was extended. Grace is added to what
 * is told; an extension never shortens (decisions.md §7).
 */
export function deadlinesUnder(
  settings: Settings,
  extensions: Partial<Record<DeadlineKind, Date>>,
): Deadlines {
  const entry = (kind: DeadlineKind): Date | null => {
    const common = settings.deadlines[kind]
    if (common === null) return null
    const personal = extensions[kind]
    const at = new Date(common)
    return personal !== undefined && personal > at ? personal : at
  }
  const all = (of: (kind: DeadlineKind) => Date | null): Record<DeadlineKind, Date | null> => ({
    abstract: of('abstract'),
    paper: of('paper'),
    resubmission: of('resubmission'),
    review: of('review'),
  })
  const grace = settings.graceMinutes * 60_000
  return {
    deadline: all(entry),
    closes: all((kind) => {
      const at = entry(kind)
      return at === null ? null : new Date(at.getTime() + grace)
    }),
  }
}

/** Whether it is too late: the closing moment itself is still in time. */
export function hasPassed(closes: Date | null, now: Date): boolean {
  return closes !== null && now > closes
}

/** Reads one person's deadlines. */
export async function deadlinesFor(ctx: Ctx, userId: string): Promise<Deadlines> {
  return (await deadlinesOfEach(ctx, [userId]))(userId)
}

/** Reads the deadlines of several people at once. */
export async function deadlinesOfEach(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<(userId: string) => Deadlines> {
  const rows = await ctx.tx
    .select()
    .from(deadlineExtensions)
    .where(anyOf(deadlineExtensions.userId, userIds))
    .limit(userIds.length * deadlineKinds.length)
  const theirs = groupBy(rows, ({ userId }) => userId)
  const settings = await settingsOf(ctx.tx)
  return (userId) => {
    const own = theirs.get(userId) ?? []
    return deadlinesUnder(settings, Object.fromEntries(own.map((row) => [row.deadline, row.until])))
  }
}

/**
 * One deadline of a person, for a thing that was given a date of its own: the later of the two is told, and closes with
 * the same grace. An earlier date asks for it sooner, and closes nothing.
 */
export function deadlineWith(own: Date | null, kind: DeadlineKind, { deadline, closes }: Deadlines) {
  const [at, closesAt] = [deadline[kind], closes[kind]]
  if (at === null || closesAt === null || own === null || own <= at) return { deadline: at, closes: closesAt }
  const grace = closesAt.getTime() - at.getTime()
  return { deadline: own, closes: new Date(own.getTime() + grace) }
}

/** What a deadline is for, as it is told. */
export const deadlineFor: Record<DeadlineKind, string> = {
  abstract: 'abstracts',
  paper: 'papers',
  resubmission: 'revised files',
  review: 'reviews',
}

/**
 * Refuses 409 `deadline_passed`, with the deadline and its zone in the message, when it is too late for this person.
 * A file that the portal turned away when it came in time is in time. `own`: the date that was set for this one thing (`deadlineWith`).
 */
export async function assertBeforeDeadline(
  ctx: Ctx,
  kind: DeadlineKind,
  userId: string,
  own: Date | null = null,
): Promise<void> {
  const { deadline: at, closes } = deadlineWith(own, kind, await deadlinesFor(ctx, userId))
  if (at === null || !hasPassed(closes, ctx.cameAt ?? ctx.now)) return
  const { timeZone } = await settingsOf(ctx.tx)
  throw new AppError('deadline_passed', `The deadline for ${deadlineFor[kind]} was ${inZone(at, timeZone)}.`)
}

/** `2 March 2026`, by the calendar of a zone. */
export function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at)
}

/** `2 March`, by the calendar of a zone: for a subject, whose text says the year. */
export function dayOfYearIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }).format(at)
}

/** A zone as people call it, with its offset; of the one whose offset is none its name is enough. */
function zoneText(timeZone: string, offset: string): string {
  if (timeZone === 'Etc/GMT+12') return `Anywhere on Earth, ${offset}`
  return ['UTC', 'Etc/UTC'].includes(timeZone) ? 'UTC' : `${timeZone}, ${offset}`
}

/** `2 March 2026 at 23:59 (Europe/Zurich, UTC+01:00)`: the offset tells apart the hour that comes twice in autumn. */
export function inZone(at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  const named = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return `${day.format(at)} at ${hour.format(at)} (${zoneText(timeZone, named.replace('GMT', 'UTC'))})`
}
