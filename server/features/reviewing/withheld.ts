import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { cleanCopies, files, submissions, versions } from '#server/db/schema.ts'
import type { CleanCopies } from '#server/features/files/clean/clean-copies.ts'

/**
 * Whether a paper's newest file cannot be copied without what may name its authors, as the database knows it. It matters
 * under double anonymity only.
 */
export const cannotBeCleaned = sql<boolean>`exists (
  select from clean_copies c
  join files f on f.storage_key = c.source_key
  join versions v on v.file_id = f.id
  where c.storage_key is null and v.submission_id = ${submissions.id} and v.part = 'paper' and v.retired_at is null
    and not exists (select from versions later where later.submission_id = v.submission_id and later.part = v.part
      and later.retired_at is null and later.number > v.number))`

/** Of some versions, those of which no copy could be made. */
export async function withheldVersions(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .innerJoin(cleanCopies, eq(cleanCopies.sourceKey, files.storageKey))
    .where(and(anyOf(versions.id, ids), isNull(cleanCopies.storageKey)))
  return new Set(rows.map(({ id }) => id))
}

/** The submissions of some for which that is so. */
export async function withheldAmong(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(anyOf(submissions.id, ids), cannotBeCleaned))
  return new Set(rows.map(({ id }) => id))
}

/**
 * The same of one version, whose copy is made now if need be: whoever opens a paper is told at once. A copy that cannot be
 * made at the moment is none that cannot be made; its link will say what is the matter.
 */
export async function isWithheld(
  ctx: Ctx,
  copies: CleanCopies,
  version: { id: string } | undefined,
): Promise<boolean> {
  if (version === undefined) return false
  const [file] = await ctx.tx
    .select({ storageKey: files.storageKey })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(eq(versions.id, version.id))
  if (file === undefined) return false
  try {
    return (await copies.of(file.storageKey)) === undefined
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
