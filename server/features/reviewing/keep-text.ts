import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { reviewDrafts, reviewDraftTexts } from '#server/db/schema.ts'
import { ROUNDS_MAX } from './paper-head.ts'

/** Whose draft of which paper in which round. */
export type DraftKey = Pick<typeof reviewDrafts.$inferSelect, 'submissionId' | 'reviewerId' | 'round'>

interface Text {
  score: string
  comments: string
}

/** As many earlier texts as a draft keeps. */
const MOST = 20
/** Texts saved within this time of each other count as one. */
const TOGETHER_MS = 2 * 60_000

/**
 * Keeps the text of a draft that is about to be overtaken, unless it was typed in one go with the last one kept. After
 * a rest, after a text from another window, before much of it goes and before an earlier one is put back, it is kept
 * whatever the time.
 */
export async function keepOvertaken(
  ctx: Ctx,
  key: DraftKey,
  kept: Text & { updatedAt: Date },
  typed: Text,
): Promise<void> {
  const [last] = await textsOf(ctx, key)
  if (isBlank(kept) || sameText(kept, typed) || (last !== undefined && sameText(last, kept))) return
  const inOneGo =
    last?.how === 'saved' &&
    kept.updatedAt.getTime() - last.at.getTime() < TOGETHER_MS &&
    ctx.now.getTime() - kept.updatedAt.getTime() < TOGETHER_MS
  const losesMuch = typed.comments.length * 2 < kept.comments.length
  if (inOneGo && !losesMuch && !(await isOffered(ctx, key, typed))) return
  await write(ctx, key, kept, 'saved', kept.updatedAt)
}

/** Whether a text is one that is offered to be put back: an earlier one of any round, or an earlier round's last draft. */
async function isOffered(ctx: Ctx, key: DraftKey, typed: Text): Promise<boolean> {
  const drafts = (await draftsOf(ctx, key)).filter(({ round }) => round < key.round)
  return [...drafts, ...(await textsOfAllRounds(ctx, key))].some((one) => sameText(one, typed))
}

/** Keeps a text that came over a newer one and was refused, so that it can be compared and put back. */
export async function keepRefused(ctx: Ctx, key: DraftKey, typed: Text): Promise<void> {
  const last = (await textsOf(ctx, key)).at(0)
  if (isBlank(typed) || (last !== undefined && sameText(last, typed))) return
  await write(ctx, key, typed, 'refused', ctx.now)
}

async function write(ctx: Ctx, key: DraftKey, text: Text, how: 'saved' | 'refused', at: Date): Promise<void> {
  const { score, comments } = text
  await ctx.tx.insert(reviewDraftTexts).values({ id: ctx.newId(), ...key, score, comments, how, at })
  const beyond = ctx.tx
    .select({ id: reviewDraftTexts.id })
    .from(reviewDraftTexts)
    .where(ofDraft(key))
    .orderBy(desc(reviewDraftTexts.at), desc(reviewDraftTexts.id))
    .offset(MOST)
  await ctx.tx.delete(reviewDraftTexts).where(inArray(reviewDraftTexts.id, beyond))
}

/** A draft's earlier texts, the newest first. */
async function textsOf(ctx: Ctx, key: DraftKey) {
  return ctx.tx
    .select()
    .from(reviewDraftTexts)
    .where(ofDraft(key))
    .orderBy(desc(reviewDraftTexts.at), desc(reviewDraftTexts.id))
    .limit(MOST)
}

/** Whose drafts of which paper, of all rounds. */
type AllRounds = Omit<DraftKey, 'round'>

/** The earlier texts of a reviewer's drafts of all rounds, the newest first. */
export async function textsOfAllRounds(ctx: Ctx, { submissionId, reviewerId }: AllRounds) {
  return ctx.tx
    .select()
    .from(reviewDraftTexts)
    .where(and(eq(reviewDraftTexts.submissionId, submissionId), eq(reviewDraftTexts.reviewerId, reviewerId)))
    .orderBy(desc(reviewDraftTexts.at), desc(reviewDraftTexts.id))
    .limit(MOST)
}

/** A reviewer's drafts of a paper as last saved, one of each round, the newest round first. */
export async function draftsOf(ctx: Ctx, { submissionId, reviewerId }: AllRounds) {
  return ctx.tx
    .select()
    .from(reviewDrafts)
    .where(and(eq(reviewDrafts.submissionId, submissionId), eq(reviewDrafts.reviewerId, reviewerId)))
    .orderBy(desc(reviewDrafts.round))
    .limit(ROUNDS_MAX)
}

/** Removes a reviewer's draft of a paper with its earlier texts, of all rounds. */
export async function forgetDraft(ctx: Ctx, submissionId: string, reviewerId: string): Promise<void> {
  for (const table of [reviewDrafts, reviewDraftTexts]) {
    await ctx.tx
      .delete(table)
      .where(and(eq(table.submissionId, submissionId), eq(table.reviewerId, reviewerId)))
  }
}

const ofDraft = (key: DraftKey) =>
  and(
    eq(reviewDraftTexts.submissionId, key.submissionId),
    eq(reviewDraftTexts.reviewerId, key.reviewerId),
    eq(reviewDraftTexts.round, key.round),
  )

const isBlank = ({ score, comments }: Text) => (score + comments).trim() === ''
const sameText = (a: Text, b: Text) => a.score === b.score && a.comments === b.comments
