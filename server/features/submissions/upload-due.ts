import type { Ctx } from '#server/core/ctx.ts'
import { deadlineFor, deadlinesFor, deadlinesOfEach, hasPassed } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'

type Kind = 'paper' | 'resubmission'

/** By when an author has to upload: null without a deadline, or when it is over. `timeZone` is the conference's. */
export interface UploadDue {
  dueAt: Date | null
  /** The deadline where what is uploaded now is refused, because it and the grace have passed. */
  missed: Date | null
  timeZone: string
}

/** The author's own deadline, a personal extension included; undefined `kind`: nothing is to be uploaded. */
export async function uploadDue(ctx: Ctx, authorId: string, kind: Kind | undefined): Promise<UploadDue> {
  const { timeZone } = await settingsOf(ctx.tx)
  if (kind === undefined) return { dueAt: null, missed: null, timeZone }
  const { deadline, closes } = await deadlinesFor(ctx, authorId)
  const dueAt = deadline[kind]
  return {
    dueAt: dueAt !== null && dueAt < ctx.now ? null : dueAt,
    missed: hasPassed(closes[kind], ctx.now) ? dueAt : null,
    timeZone,
  }
}

/**
 * What whoever asks authors for a file is told of each: that the portal takes it only once the author has more time.
 * Undefined: it takes it.
 */
export async function closedFor(
  ctx: Ctx,
  authorIds: readonly string[],
  kind: Kind | undefined,
): Promise<(authorId: string) => string | undefined> {
  if (kind === undefined) return () => undefined
  const deadlinesOf = await deadlinesOfEach(ctx, authorIds)
  return (authorId) =>
    hasPassed(deadlinesOf(authorId).closes[kind], ctx.now)
      ? `The deadline for ${deadlineFor[kind]} has passed: the author can upload only once you give them more time, under People.`
      : undefined
}

/** The same of one author, as it follows another sentence; empty where the file is taken. */
export async function closedNote(ctx: Ctx, authorId: string, kind: Kind | undefined): Promise<string> {
  const note = (await closedFor(ctx, [authorId], kind))(authorId)
  return note === undefined ? '' : ` ${note}`
}
