import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { doMany } from '#server/core/do-many.ts'
import { submissions, users } from '#server/db/schema.ts'
import { NOT_TOLD } from '#server/features/mail/held-note.ts'
import type { ManyRow } from '#shared/core/many.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { ChosenAbstract, TogetherDecision } from '#shared/submissions/desk-contract.ts'
import { lockAnySubmission, type Submission, standing } from './access.ts'
import { whyUnlike } from './as-read.ts'
import { abstractEventOf, askedFor, decideLocked } from './decide-abstract.ts'
import { whyNot } from './move.ts'
import { closedFor } from './upload-due.ts'

/** What a verdict on many abstracts would do, one by one. Changes nothing. */
export async function previewDecisions(ctx: Ctx, verdict: ReviewVerdict, chosen: readonly ChosenAbstract[]) {
  return { rows: await judged(ctx, verdict, chosen) }
}

/**
 * One verdict on many abstracts, each with its mail. What was decided or changed since it was chosen is left as it is
 * and named.
 */
export async function decideAbstracts(
  ctx: Ctx,
  decision: TogetherDecision,
  chosen: readonly ChosenAbstract[],
) {
  const { verdict } = decision
  const note = decision.verdict === 'approve' ? decision.comments : decision.reason
  const asChosen = new Map(chosen.map((one) => [one.abstractId, one]))
  const rows = await doMany(ctx, await judged(ctx, verdict, chosen), async (inside, abstractId) => {
    const submission = await lockAnySubmission(inside, { abstractId })
    // Held now: what the judgement saw may have changed since.
    const why = problemOf(submission, verdict, asChosen.get(abstractId))
    if (why !== null) throw new AppError('wrong_state', why)
    await decideLocked(inside, submission, verdict, note)
  })
  return { rows }
}

async function judged(
  ctx: Ctx,
  verdict: ReviewVerdict,
  chosen: readonly ChosenAbstract[],
): Promise<ManyRow[]> {
  const ids = chosen.map(({ abstractId }) => abstractId)
  const found = await ctx.tx
    .select({ ...getTableColumns(submissions), disabledAt: users.disabledAt })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(and(inArray(submissions.id, ids), standing))
  const known = new Map(found.map((submission) => [submission.id, submission]))
  const authors = [...new Set(found.map(({ authorId }) => authorId))]
  const closed = await closedFor(ctx, authors, askedFor[verdict])
  const seen = new Set<string>()
  return chosen.map((one) => {
    const submission = known.get(one.abstractId)
    const problem = seen.has(one.abstractId) ? 'It is named twice.' : problemOf(submission, verdict, one)
    seen.add(one.abstractId)
    const facts: string[] = []
    if (problem === null && submission !== undefined) {
      const tooLate = closed(submission.authorId)
      if (tooLate !== undefined) facts.push(tooLate)
      if (submission.disabledAt !== null) facts.push(NOT_TOLD)
    }
    return { id: one.abstractId, name: submission?.title || null, facts, problem }
  })
}

/** Why an abstract cannot be decided as it was chosen: it is gone, was decided, or is another text now. */
function problemOf(
  submission: Submission | undefined,
  verdict: ReviewVerdict,
  chosen: ChosenAbstract | undefined,
): string | null {
  if (submission === undefined) return 'It is not there any more.'
  const wrong = whyNot(submission.stage, abstractEventOf[verdict])
  if (wrong !== null) return wrong
  return whyUnlike(submission, chosen?.updatedAt)
}
