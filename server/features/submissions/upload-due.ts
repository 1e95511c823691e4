import type { Ctx } from '#server/core/ctx.ts'
import { deadlinesFor } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'

/** By when an author has to upload: null without a deadline, or when it is over. `timeZone` is the conference's. */
export interface UploadDue {
  dueAt: Date | null
  timeZone: string
}

/** The author's own deadline, a personal extension included; undefined `kind`: nothing is to be uploaded. */
export async function uploadDue(
  ctx: Ctx,
  authorId: string,
  kind: 'paper' | 'resubmission' | undefined,
): Promise<UploadDue> {
  const { timeZone } = await settingsOf(ctx.tx)
  if (kind === undefined) return { dueAt: null, timeZone }
  const dueAt = (await deadlinesFor(ctx, authorId)).deadline[kind]
  return { dueAt: dueAt !== null && dueAt < ctx.now ? null : dueAt, timeZone }
}
