import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { emailEvents, emails, users } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { NUMBERS } from './numbers.ts'
import { askingForReviews, takingOff } from './review-mails.ts'

/**
 * Puts away the decision mails that wait and that a decision of now makes untrue, whether its own mail is held or not: a new
 * decision, or that one was taken back. `decided` are the submissions' ids.
 */
export function discardSuperseded(ctx: Ctx, decided: readonly string[]): Promise<void> {
  return discardDecisions(
    ctx,
    decided,
    'The decision was taken back, or another took its place, before it was sent.',
  )
}

/**
 * Puts away the decision mails that an organiser holds where what they ask for was done: a paper was uploaded or paid. One
 * that the mail server put off is still sent: its decision stands (decisions.md §10: always at least once); an acceptance goes in
 * the words of then (`claim`). `ids` are the submissions'.
 */
export async function discardOvertaken(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const held = and(eq(emails.state, 'held'), isOfThese(ids))
  await discard(ctx, held, 'The submission had gone on before it was sent.')
}

/** Puts away the decision mails that wait about submissions that were withdrawn or deleted. */
export function discardWithSubmissions(ctx: Ctx, ids: readonly string[]): Promise<void> {
  return discardDecisions(ctx, ids, 'The submission was withdrawn or deleted before it was sent.')
}

/** Puts away the mails that carry a receipt which is void now. */
export function discardWithReceipt(ctx: Ctx, receiptId: string): Promise<void> {
  const carries = sql`${emails.attached} ->> 'id' = ${receiptId}`
  return discard(ctx, carries, 'Its receipt became void before it was sent.')
}

/** The mail server put it off. One that was never tried goes out at once, before any that comes after it. */
const wasPutOff = and(eq(emails.state, 'queued'), gt(emails.attempts, 0))

/** What a reviewer was told of papers: the mails that a later deed makes untrue, and that deed. */
const untrueOnce = {
  given: { kinds: takingOff, what: 'The paper was assigned again' },
  taken: { kinds: askingForReviews, what: 'The assignment was taken back' },
  gone: { kinds: askingForReviews, what: 'The paper was decided or taken back' },
}

/**
 * Puts away the mails that the mail server has put off and that would arrive after an assignment was taken off a reviewer,
 * given to them again, or came to nothing as its paper is `gone`: those that speak of no other papers. `reviews` says whose and
 * which.
 */
export async function discardPutOffReviews(
  ctx: Ctx,
  deed: keyof typeof untrueOnce,
  reviews: readonly { reviewerId: string; paperId: string }[],
): Promise<void> {
  const papersOf = groupBy(reviews, ({ reviewerId }) => reviewerId)
  if (papersOf.size === 0) return
  const { kinds, what } = untrueOnce[deed]
  const putOff = await ctx.tx
    .select({ id: emails.id, subject: emails.subject, body: emails.body, reviewerId: users.id })
    .from(emails)
    .innerJoin(users, eq(sql`lower(${users.email})`, sql`lower(${emails.toAddress})`))
    .where(and(wasPutOff, inArray(emails.kind, kinds), inArray(users.id, [...papersOf.keys()])))
  const concerned = putOff.filter(({ reviewerId, subject, body }) => {
    const named = papersIn(`${subject} ${body}`)
    const theirs = (papersOf.get(reviewerId) ?? []).map(({ paperId }) => paperId)
    return named.length > 0 && named.every((paperId) => theirs.includes(paperId))
  })
  if (concerned.length === 0) return
  const ids = concerned.map(({ id }) => id)
  await discard(ctx, inArray(emails.id, ids), `${what} before it was sent.`)
}

/** The papers that a text names by their numbers. */
const papersIn = (text: string) => (text.match(NUMBERS) ?? []).filter((number) => number.startsWith('P'))

/** Of the decision mails those that wait at the mail desk, and those that would arrive after what makes them untrue. */
async function discardDecisions(ctx: Ctx, decided: readonly string[], answer: string): Promise<void> {
  if (decided.length === 0) return
  const waits = or(eq(emails.state, 'held'), wasPutOff)
  await discard(ctx, and(waits, isOfThese(decided)), answer)
}

const isOfThese = (ids: readonly string[]) => inArray(emails.decides, [...new Set(ids)])

/** Puts mails away, of those the ones that are neither sent nor being sent; `answer` says why in their history. */
export async function discard(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  which: SQL | undefined,
  answer: string,
): Promise<void> {
  const waits = and(
    inArray(emails.state, ['queued', 'held']),
    or(isNull(emails.claimedUntil), lte(emails.claimedUntil, ctx.now)),
  )
  const gone = await ctx.tx
    .update(emails)
    .set({ state: 'discarded' })
    .where(and(waits, which))
    .returning({ id: emails.id })
  if (gone.length === 0) return
  await ctx.tx
    .insert(emailEvents)
    .values(gone.map(({ id }) => ({ emailId: id, at: ctx.now, deed: 'discarded' as const, answer })))
}
