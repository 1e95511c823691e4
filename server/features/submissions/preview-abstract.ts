import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { may } from '#shared/submissions/states.ts'
import { anySubmission } from './access.ts'
import { deskAbstract, deskFactsOf } from './desk-view.ts'
import { detailsOf } from './details.ts'
import { timelineOf } from './timeline.ts'
import { previewOf } from './view.ts'

/** A link to read the newest version of an abstract, with what the desk shows beside it. Refuses 404. */
export async function previewAbstract(ctx: Ctx, abstractId: string) {
  const submission = await anySubmission(ctx, { abstractId })
  const facts = await deskFactsOf(ctx, [submission.id])
  const [author] = await ctx.tx
    .select({ name: users.name, email: users.email, organization: users.organization })
    .from(users)
    .where(eq(users.id, submission.authorId))
  return {
    previewUrl: previewOf(ctx, facts.newest.get(submission.id)),
    abstract: deskAbstract(submission, author ?? { name: '', email: '', organization: '' }, facts),
    details: await detailsOf(ctx, submission),
    timeline: await timelineOf(ctx, submission.id),
    canReopen: may(submission.stage, 'reopen_abstract'),
  }
}
