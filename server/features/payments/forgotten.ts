import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { users } from '#server/db/schema.ts'
import type { Submission } from '#server/features/submissions/access.ts'

/**
 * The ids of those submissions whose author's account was deleted: nothing that may name who paid is kept with them any
 * more, whoever says it. The submissions are held, as a deletion holds them too.
 */
export async function forgottenOf(
  ctx: Ctx,
  all: readonly Pick<Submission, 'id' | 'authorId'>[],
): Promise<ReadonlySet<string>> {
  if (all.length === 0) return new Set()
  const authorIds = [...new Set(all.map(({ authorId }) => authorId))]
  const gone = await ctx.tx
    .select({ id: users.id })
    .from(users)
    .where(and(anyOf(users.id, authorIds), isNotNull(users.deletedAt)))
  const ids = new Set(gone.map(({ id }) => id))
  return new Set(all.filter(({ authorId }) => ids.has(authorId)).map(({ id }) => id))
}

/** Whether the account of a submission's author was deleted; see {@link forgottenOf}. */
export async function isForgotten(ctx: Ctx, submission: Submission): Promise<boolean> {
  return (await forgottenOf(ctx, [submission])).has(submission.id)
}

/** What is said to the desk where something was typed for such a submission; empty where it is none, or nothing was typed. */
export async function saidOfTyped(
  ctx: Ctx,
  submission: Submission,
  ...typed: readonly (string | undefined)[]
) {
  if (!typed.some(Boolean) || !(await isForgotten(ctx, submission))) return ''
  return ' What you typed is not kept: the account of its author was deleted.'
}

/** The reference of what a statement paid: our own words, which name nobody. */
export const statementReference = (day: string | null): string =>
  day === null ? 'Statement' : `Statement, ${day}`

/** A reference without what somebody typed: {@link statementReference} stays. */
export const withoutTyped = (reference: AnyPgColumn): SQL<string> =>
  sql`case when ${reference} ~ ${OWN_REFERENCE} then ${reference} else '' end`

/** As {@link withoutTyped}, of one that is not stored yet. */
export const keptReference = (reference: string | null): string | null =>
  reference !== null && new RegExp(OWN_REFERENCE).test(reference) ? reference : null

const OWN_REFERENCE = String.raw`^Statement(, \d{4}-\d\d-\d\d)?$`
