import { eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions, users } from '#server/db/schema.ts'
import { knownTopics } from '#server/features/settings/known-topics.ts'
import type { DetailsChange, DetailsForm } from '#shared/submissions/details.ts'
import { stageInWords } from '#shared/submissions/event-words.ts'
import { isOngoing } from '#shared/submissions/states.ts'
import { lockOwnSubmission, type Submission } from './access.ts'
import { writeCoAuthors } from './co-authors.ts'
import { detailsOf } from './details.ts'

/**
 * Sets topics, co-authors and, where it is given, title of one's own submission as long as it is on its way. A tab that
 * typed over an older revision gets 409 `stale` with the newer ones in `details`, and nothing is overwritten. Refuses
 * 404, 409, and 422 for a topic that the conference does not have and for the author among the co-authors.
 */
export async function saveDetails(ctx: Ctx, abstractId: string, form: DetailsChange) {
  const submission = await lockOwnSubmission(ctx, { abstractId })
  if (!isOngoing(submission.stage)) {
    throw new AppError('wrong_state', `This is not possible now: ${stageInWords[submission.stage]}.`)
  }
  if (submission.detailsRevision !== form.revision) {
    throw new AppError(
      'stale',
      'These details were changed in another window.',
      await detailsOf(ctx, submission),
    )
  }
  const topics = await knownTopics(ctx, submission.topics, form.topics)
  await assertOthers(ctx, submission, form.coAuthors)
  const change = { title: form.title ?? submission.title, topics, detailsRevision: form.revision + 1 }
  await ctx.tx.update(submissions).set(change).where(eq(submissions.id, submission.id))
  await writeCoAuthors(ctx, submission.id, form.coAuthors)
  return { message: 'Details saved.', details: await detailsOf(ctx, { ...submission, ...change }) }
}

async function assertOthers(ctx: Ctx, submission: Submission, coAuthors: DetailsForm['coAuthors']) {
  const [author] = await ctx.tx
    .select({ email: users.email, orcid: users.orcid })
    .from(users)
    .where(eq(users.id, submission.authorId))
  if (author === undefined) throw new Error(`submission ${submission.id} has no author`)
  const problems = coAuthors.flatMap((one, index) =>
    (['email', 'orcid'] as const).flatMap((field) =>
      one[field] !== '' && one[field].toLowerCase() === author[field].toLowerCase()
        ? [{ field: `coAuthors.${index}.${field}`, message: 'This is you: list only the other authors.' }]
        : [],
    ),
  )
  if (problems[0] !== undefined) throw new AppError('invalid', problems[0].message, problems)
}
