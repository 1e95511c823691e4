import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { hold } from '#server/db/hold.ts'
import { assignmentBatches, assignments } from '#server/db/schema.ts'
import { discardPutOffReviews } from '#server/features/mail/superseded.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { knownOf } from '#server/features/reviewing/late-conflicts.ts'
import { assigned } from '#server/features/reviewing/reviewer-messages.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { reviewDue } from '#server/features/submissions/review-due.ts'
import type { AssignmentPair, AssignmentSource, PlanBounds, SeenPapers } from '#shared/assigning/contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { changeDues } from './change-dues.ts'
import { assignedForRevision, assignedTogether } from './messages.ts'
import { type PlannedPair, planAssignments } from './plan.ts'

/** What was asked for, and what whoever asks saw of the papers; who does not say that is believed. */
type Asked = PlanBounds & { seen?: SeenPapers | undefined }

/**
 * Assigns what can be assigned, as one batch, gives what is assigned already another due date where that is asked for, and
 * names what cannot and why. Each reviewer is told of what they are assigned once, whatever the number of their papers.
 * Refuses 409 `stale` where who reviews one of the papers has changed since it was seen: more than are wanted is only warned of.
 */
export async function applyAssignments(
  ctx: Ctx,
  pairs: readonly AssignmentPair[],
  source: AssignmentSource,
  asked: Asked = {},
) {
  const { planned, good, changed, batchId } = await carryOut(ctx, pairs, source, asked)
  const left = planned.length - good.length - changed
  const papers = new Set(good.map(({ row }) => row.paperId)).size
  const made =
    good.length !== papers
      ? `${good.length} assignments of ${papers} papers made.`
      : `${papers} ${papers === 1 ? 'paper' : 'papers'} assigned.`
  const moved = changed === 0 ? '' : `${changed} due ${changed === 1 ? 'date' : 'dates'} changed.`
  const done = [changed > 0 && good.length === 0 ? '' : made, moved].filter(Boolean).join(' ')
  return {
    message: left === 0 ? done : `${done} ${left} could not be.`,
    batchId,
    rows: planned.map(({ row }) => row),
  }
}

/**
 * As {@link applyAssignments}; gives the plan as it was carried out. Without a source it is no batch: a single paper's
 * panel takes its assignments back one by one.
 */
export async function carryOut(
  ctx: Ctx,
  pairs: readonly AssignmentPair[],
  source: AssignmentSource | null,
  asked: Asked = {},
) {
  // Two who assign at once would each find room within a reviewer's limit.
  await hold(ctx.tx, 'assigning')
  const { pairs: planned, seen: now } = await planAssignments(ctx, pairs, { ...asked, lock: true })
  assertAsSeen(now, asked.seen)
  const fit = planned.filter(({ row }) => row.problem === null)
  const good = fit.filter(({ row }) => row.dueChange === null)
  const batchId = fit.length === 0 || source === null ? null : await writeBatch(ctx, source)
  await changeDues(
    ctx,
    fit.filter(({ row }) => row.dueChange !== null),
    batchId,
  )
  const made = await writeAssignments(ctx, good, batchId)
  const { timeZone } = await settingsOf(ctx.tx)
  await discardPutOffReviews(
    ctx,
    'given',
    made.map(({ reviewerId, submission: { paperId } }) => ({ reviewerId, paperId })),
  )
  await tellEach(
    ctx,
    [...groupBy(made, (one) => one.reviewerId)].flatMap(([userId, theirs]) =>
      saidOf(ctx, theirs, timeZone).map((message) => ({ userId, message })),
    ),
  )
  return { planned, good, changed: fit.length - good.length, batchId }
}

function assertAsSeen(now: SeenPapers, seen: SeenPapers = []): void {
  const before = new Map(seen.map(({ paperId, changes }) => [paperId, changes]))
  const [first, ...others] = now.filter(
    ({ paperId, changes }) => (before.get(paperId) ?? changes) !== changes,
  )
  if (first === undefined) return
  const which = others.length === 0 ? first.paperId : `${others.length + 1} of these papers`
  throw new AppError(
    'stale',
    `Who reviews ${which} has changed since you saw this. Look at it again before you assign.`,
  )
}

async function writeBatch(ctx: Ctx, source: AssignmentSource): Promise<string> {
  const id = ctx.newId()
  await ctx.tx.insert(assignmentBatches).values({ id, source, madeBy: personOf(ctx).userId, madeAt: ctx.now })
  return id
}

/** An assignment just made, and when its review is due by the one rule. */
interface Made {
  reviewerId: string
  submission: Submission
  due: Date | null
}

async function writeAssignments(
  ctx: Ctx,
  good: readonly PlannedPair[],
  batchId: string | null,
): Promise<Made[]> {
  const rows = good.flatMap(({ pair, submission, conflicts, overrideReason }) =>
    submission === undefined
      ? []
      : [
          {
            id: ctx.newId(),
            submissionId: submission.id,
            reviewerId: pair.reviewerId,
            assignedBy: personOf(ctx).userId,
            assignedAt: ctx.now,
            dueAt: pair.dueAt ? new Date(pair.dueAt) : null,
            overrideReason,
            knownConflicts: knownOf(conflicts),
            batchId,
          },
        ],
  )
  const submissionBy = new Map(good.map(({ submission }) => [submission?.id, submission]))
  const due = await reviewDue(ctx, 'assignments')
  const made: Made[] = []
  // PostgreSQL takes 65,535 parameters a statement.
  for (let from = 0; from < rows.length; from += 1000) {
    const written = await ctx.tx
      .insert(assignments)
      .values(rows.slice(from, from + 1000))
      .returning({ submissionId: assignments.submissionId, reviewerId: assignments.reviewerId, due })
    for (const { submissionId, ...one } of written) {
      const submission = submissionBy.get(submissionId)
      if (submission !== undefined) made.push({ ...one, submission })
    }
  }
  return made
}

/** What a reviewer is told of their new papers: of those they review now, and of those they will. */
function saidOf(ctx: Ctx, made: readonly Made[], timeZone: string): Message[] {
  const later = made.filter(({ submission }) => submission.stage !== 'paper_submitted')
  const theirs = made.filter((one) => !later.includes(one))
  const [first, ...others] = theirs
  return [
    ...(later.length > 0
      ? [
          assignedForRevision(
            ctx,
            later.map(({ submission }) => submission.paperId),
          ),
        ]
      : []),
    ...(first === undefined
      ? []
      : [
          others.length === 0
            ? assigned(ctx, first.submission, first.due, timeZone)
            : assignedTogether(
                ctx,
                theirs.map(({ submission, due }) => ({ paperId: submission.paperId, due })),
                timeZone,
              ),
        ]),
  ]
}
