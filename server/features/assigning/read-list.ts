import { and, gt } from 'drizzle-orm'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { readInProcess } from '#server/core/read-in-process.ts'
import { submissions, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { deadlinesUnder } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { standing } from '#server/features/submissions/access.ts'
import type { Listed, ReadRows } from './list-rows.ts'
import type { KnownPaper } from './look-up.ts'
import type { KnownReviewer } from './look-up-reviewer.ts'

const reader = { source: new URL('./list-reader.ts', import.meta.url), built: 'list-reader' }

/**
 * Reads a CSV or pasted list (comma, semicolon or tab; quoted or not; RFC 4180) and finds the paper and the reviewer
 * in each row, whatever the order of its columns. It is read in a process of its own, while no transaction is open.
 * Refuses 422 for what is no table or has too many rows, 503 after a minute.
 */
export async function readList(steps: Steps, list: string): Promise<ReadRows> {
  const known = await steps.transact(async (ctx) => ({
    ...(await knownInLists(ctx)),
    due: { now: ctx.now, deadline: deadlinesUnder(await settingsOf(ctx.tx), {}).deadline.review },
  }))
  const listed: Listed = { list, ...known }
  const late = 'The list was not read within a minute. Use a part of it.'
  return readInProcess<ReadRows>(reader, listed, { late })
}

/** The papers and reviewers that the rows of a list may name: all there are now. */
export async function knownInLists(ctx: Pick<Ctx, 'tx'>) {
  return { papers: await knownPapers(ctx), reviewers: await knownReviewers(ctx) }
}

async function knownPapers(ctx: Pick<Ctx, 'tx'>): Promise<KnownPaper[]> {
  return ctx.tx
    .select({ paperId: submissions.paperId, abstractId: submissions.id })
    .from(submissions)
    .where(and(standing, gt(submissions.paperRound, 0)))
}

async function knownReviewers(ctx: Pick<Ctx, 'tx'>): Promise<KnownReviewer[]> {
  return ctx.tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(reviewerRole)
}
