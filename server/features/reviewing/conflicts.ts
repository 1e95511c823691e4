import { and } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { conflicts } from '#server/db/schema.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { type Conflict, conflictOf, conflictsOf, type FoundConflict } from '#shared/reviewing/conflict.ts'
import { meetingKeys, type Signs } from '#shared/reviewing/signs.ts'
import { signsOfAccounts } from './known-people.ts'
import { writersOf, wroteWith } from './writers.ts'

/** Tells the conflict between one of the submissions and one of the people that were asked about. */
export type Finder = (submissionId: string, person: string) => Conflict | null

/**
 * Finds conflicts of interest between any of some submissions and any of some reviewers, by their ids: for assigning in
 * every way, for the pages of paper and reviewer. A handful of queries for any number.
 */
export async function conflictFinder(
  ctx: Ctx,
  submissionIds: readonly string[],
  reviewerIds: readonly string[],
): Promise<Finder> {
  return (await conflictsAmong(ctx, submissionIds, reviewerIds)).find
}

/** As {@link conflictFinder}, and who could have one at all. */
export async function conflictsAmong(
  ctx: Ctx,
  submissionIds: readonly string[],
  reviewerIds: readonly string[],
): Promise<Found> {
  if (submissionIds.length === 0 || reviewerIds.length === 0)
    return { find: () => null, findAll: () => [], near: () => new Set() }
  return finderFor(ctx, submissionIds, await signsOfAccounts(ctx, reviewerIds))
}

interface Found {
  find: Finder
  /** All of them instead of the gravest, in that order. */
  findAll: (submissionId: string, person: string) => FoundConflict[]
  /** The submissions that somebody could have a conflict with at all: the others need not be asked about. */
  near: (person: string) => Set<string>
}

/** As {@link conflictFinder}, for people by any key, with an account or without. */
export async function finderFor(
  ctx: Ctx,
  submissionIds: readonly string[],
  people: ReadonlyMap<string, Signs>,
): Promise<Found> {
  const writers = await writersOf(ctx, submissionIds)
  const together = await wroteWith(ctx, people)
  const declared = await declaredBy(ctx, submissionIds, people)
  const factsOn = (submissionId: string, person: string) => {
    const reviewer = people.get(person)
    return (
      reviewer && {
        reviewer,
        writers: writers.get(submissionId) ?? [],
        declared: declared.get(`${submissionId} ${reviewer.id}`) ?? null,
        wroteWith: together.get(person) ?? new Map<string, string>(),
      }
    )
  }
  const find: Finder = (submissionId, person) => {
    const facts = factsOn(submissionId, person)
    return facts === undefined ? null : conflictOf(facts)
  }
  const findAll: Found['findAll'] = (submissionId, person) => {
    const facts = factsOn(submissionId, person)
    return facts === undefined ? [] : [...conflictsOf(facts)]
  }
  const declaredTo = groupBy([...declared.keys()], (pair) => pair.slice(pair.indexOf(' ') + 1))
  const byKey = new Map<string, string[]>()
  for (const [submissionId, theirs] of writers) {
    for (const key of new Set(theirs.flatMap(({ signs }) => meetingKeys(signs)))) {
      const there = byKey.get(key)
      if (there === undefined) byKey.set(key, [submissionId])
      else there.push(submissionId)
    }
  }
  const near = (person: string) => {
    const reviewer = people.get(person)
    if (reviewer === undefined) return new Set<string>()
    const keys = [...meetingKeys(reviewer), ...(together.get(person)?.keys() ?? [])]
    const own = (declaredTo.get(reviewer.id ?? '') ?? []).map((pair) => pair.slice(0, pair.indexOf(' ')))
    return new Set([...keys.flatMap((key) => byKey.get(key) ?? []), ...own])
  }
  return { find, findAll, near }
}

/** The reasons of declared conflicts, by `submission account`. */
async function declaredBy(
  ctx: Ctx,
  submissionIds: readonly string[],
  people: ReadonlyMap<string, Signs>,
): Promise<Map<string, string>> {
  const accounts = [...people.values()].flatMap(({ id }) => id ?? [])
  const rows = await ctx.tx
    .select()
    .from(conflicts)
    .where(and(anyOf(conflicts.submissionId, submissionIds), anyOf(conflicts.reviewerId, accounts)))
  return new Map(rows.map((row) => [`${row.submissionId} ${row.reviewerId}`, row.reason]))
}
