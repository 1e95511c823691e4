import { eq, sql } from 'drizzle-orm'
import type { PersonActor } from '#server/core/actor.ts'
import { AppError, notFound } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { prepared } from '#server/db/prepared.ts'
import { files, users } from '#server/db/schema.ts'
import type { ReadableFile } from '#server/features/files/answer-file.ts'
import type { CleanCopies } from '#server/features/files/clean/clean-copies.ts'
import { personIn } from '#server/features/people/authenticate.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { FileGrant } from '#server/http/file-link.ts'
import type { Permission } from '#shared/core/roles.ts'
import { rightOf, versionFor } from './version-for.ts'

/**
 * The file behind a signed link, for the person it was made for, as long as the session lasts that asked for it. Refuses
 * 404, and 409 for a paper that is withheld.
 */
export async function readableFile(
  ctx: Ctx,
  copies: CleanCopies,
  { kind, id, ...holder }: FileGrant,
): Promise<ReadableFile> {
  const reader = await personIn(ctx.tx, holder, ctx.now)
  if (reader === undefined) throw notFound('That file')
  if (kind === 'version') return readableVersion(ctx, copies, id, reader)
  if (kind === 'photo') return readablePhoto(ctx, id)
  throw notFound('That file')
}

/**
 * The file of a version for the person the link was made for: their own submission's, any for an admin, an assigned
 * paper's for its reviewer, and for who reviewed it what it was then. Asked again at each fetch, so that a role or assignment taken away ends the link too.
 * A double-anonymous paper's reviewer gets the cleaned copy, under the paper's id. Refuses 404, and 409 where there can be
 * no such copy.
 */
async function readableVersion(
  ctx: Ctx,
  copies: CleanCopies,
  versionId: string,
  { userId, permissions }: PersonActor,
): Promise<ReadableFile> {
  const may = (permission: Permission) => permissions.includes(permission)
  const [row] = await versionFor[rightOf(may)](ctx.tx).execute({ versionId, userId })
  if (row === undefined) throw notFound('That file')
  const { paperId, authorId, ...file } = row
  const forReviewer = authorId !== userId && !may('admin')
  if (!forReviewer || (await settingsOf(ctx.tx)).anonymity !== 'double') return file
  const copy = await copies.of(file.storageKey)
  if (copy === undefined) {
    throw new AppError(
      'wrong_state',
      `The file of ${paperId} cannot be shown without what may name its authors. The organizers see that it is needed anew.`,
    )
  }
  return { ...file, ...copy, fileName: `${paperId}.pdf` }
}

/** A person's picture: for anybody logged in. Refuses 404. */
async function readablePhoto(ctx: Ctx, fileId: string): Promise<ReadableFile> {
  const [row] = await photoOf(ctx.tx).execute({ fileId })
  if (row === undefined) throw notFound('That picture')
  return { ...row, fileName: 'photo' }
}

const photoOf = prepared('photo_of', (db) =>
  db
    .select({ storageKey: files.storageKey, sha256: files.sha256, size: files.size, mime: files.mime })
    .from(files)
    .innerJoin(users, eq(users.photoFileId, files.id))
    .where(eq(files.id, sql.placeholder('fileId')))
    .limit(1),
)
