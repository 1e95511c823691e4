import { and, desc, eq, isNull } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions, users } from '#server/db/schema.ts'
import { deadlinesFor } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { abstractStatusOf, isOngoing, paperStatusOf } from '#shared/submissions/states.ts'
import { personViews } from './list-users.ts'

/** One person, with their deadlines as they stand for them and what they submitted. Refuses 404. */
export async function readUser(ctx: Ctx, userId: string) {
  const [row] = await ctx.tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  const [person] = row === undefined ? [] : await personViews(ctx, [row])
  if (person === undefined) throw notFound('That person')
  return {
    person,
    deadlines: await deadlinesOf(ctx, person),
    submissions: await submissionsOf(ctx, userId),
  }
}

async function deadlinesOf(ctx: Ctx, { id, extensions }: Awaited<ReturnType<typeof personViews>>[number]) {
  const inForce = (await deadlinesFor(ctx, id)).deadline
  const common = (await settingsOf(ctx.tx)).deadlines
  const stamp = (at: Date | null) => (at === null ? null : toTimestamp(at))
  return deadlineKinds.map((kind) => ({
    kind,
    common: stamp(common[kind] === null ? null : new Date(common[kind])),
    personal: extensions[kind] ?? null,
    inForce: stamp(inForce[kind]),
  }))
}

async function submissionsOf(ctx: Ctx, authorId: string) {
  const rows = await ctx.tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.authorId, authorId), isNull(submissions.deletedAt)))
    .orderBy(desc(submissions.submittedAt), desc(submissions.id))
    .limit(200)
  return rows.map((row) => ({
    abstractId: row.id,
    paperId: row.paperRound > 0 ? row.paperId : null,
    title: row.title,
    status: abstractStatusOf[row.stage],
    paperStatus: row.paperRound > 0 ? paperStatusOf[row.stage] : null,
    lost: !isOngoing(row.stage) && row.stage !== 'complete',
    submittedAt: toTimestamp(row.submittedAt),
  }))
}
