import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isWordList, type Text } from '#server/affinity/terms.ts'
import { countedText, countedTitle } from '#server/affinity/typed-text.ts'
import { notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { publications, submissions, submissionTexts, users } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { ReviewerText } from '#shared/reviewing/publications-contract.ts'

/** A reviewer's own paper, where it comes from, and what its PDF hides. */
type OwnText = Text & Pick<ReviewerText, 'source' | 'hidden'>

/** What reviewers wrote themselves, as far as the portal knows: their publications, their own submissions here. */
export async function textsOf(ctx: Ctx, reviewerIds: readonly string[]): Promise<Map<string, OwnText[]>> {
  const here = await ctx.tx
    .select({
      userId: submissions.authorId,
      id: submissions.id,
      title: submissions.title,
      typed: sql<string>`coalesce(${submissionTexts.text}, '')`,
      read: sql<string>`coalesce(${submissionTexts.readText}, '')`,
      page: submissionTexts.readPage,
      hidden: sql<string>`coalesce(${submissionTexts.hidden}, '')`,
    })
    .from(submissions)
    .leftJoin(submissionTexts, eq(submissionTexts.submissionId, submissions.id))
    .where(and(isNull(submissions.deletedAt), anyOf(submissions.authorId, reviewerIds)))
  const published = await ctx.tx
    .select({
      userId: publications.userId,
      id: publications.id,
      title: publications.title,
      abstract: publications.abstract,
      hidden: publications.hidden,
      source: publications.source,
      givenAt: sql`coalesce(${publications.correctedAt}, ${publications.createdAt})`.mapWith(
        publications.createdAt,
      ),
    })
    .from(publications)
    .where(and(eq(publications.state, 'ready'), anyOf(publications.userId, reviewerIds)))
  const counted = here.map(({ title, typed, read, page, ...one }) => ({
    ...one,
    title: countedTitle(title, page).text.trim(),
    abstract: countedText(typed, read).text,
    source: 'submission' as const,
  }))
  const given = published.map(({ givenAt, ...one }) => ({ ...one, at: givenAt.getTime() }))
  const told = [...counted, ...given].filter(({ title, abstract }) => title !== '' || abstract !== '')
  return new Map(
    [...groupBy(told, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      own.map(({ userId: _, ...one }) => one),
    ]),
  )
}

/** The texts that a reviewer's scores come from, as they count. Refuses 404, also for who does not review. */
export async function readReviewerTexts(ctx: Ctx, reviewerId: string) {
  const [reviewer] = await ctx.tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, reviewerId), inArray(users.role, ['reviewer', 'both']), isNull(users.deletedAt)))
  if (reviewer === undefined) throw notFound('That reviewer')
  const own = ((await textsOf(ctx, [reviewerId])).get(reviewerId) ?? []).map(({ at: _, ...one }) => ({
    ...one,
    wordList: isWordList(one),
  }))
  return { items: own.sort((a, b) => a.title.localeCompare(b.title) || (a.id < b.id ? -1 : 1)) }
}
