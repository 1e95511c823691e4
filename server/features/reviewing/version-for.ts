import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'
import { files, submissions, versions } from '#server/db/schema.ts'
import { standing } from '#server/features/submissions/access.ts'
import type { Permission } from '#shared/core/roles.ts'
import { readableBy, visibleTo } from './access.ts'

const reader = sql.placeholder('userId')
const isOwn = and(eq(submissions.authorId, reader), isNull(versions.retiredAt))
const isReviewed = (db: Db) =>
  and(
    eq(versions.part, 'paper'),
    isNull(versions.retiredAt),
    visibleTo({ tx: db }, reader),
    readableBy({ tx: db }, reader),
  )

/** A version and what is said of its file, for `userId`, where the condition holds. Built once: a reader of PDFs asks for each piece. */
const readable = (name: string, allowed: (db: Db) => SQL | undefined) =>
  prepared(name, (db) =>
    db
      .select({
        storageKey: files.storageKey,
        sha256: files.sha256,
        size: files.size,
        mime: files.mime,
        fileName: versions.fileName,
        paperId: submissions.paperId,
        authorId: submissions.authorId,
      })
      .from(versions)
      .innerJoin(submissions, eq(submissions.id, versions.submissionId))
      .innerJoin(files, eq(files.id, versions.fileId))
      .where(and(eq(versions.id, sql.placeholder('versionId')), standing, allowed(db))),
  )

/** The version that a person asks for with a right, and what is said of its file (decisions.md §5, §7). */
export const versionFor = {
  any: readable('any_version', () => undefined),
  own: readable('own_version', () => isOwn),
  reviewed: readable('reviewed_version', isReviewed),
  ownOrReviewed: readable('own_or_reviewed_version', (db) => or(isOwn, isReviewed(db))),
  none: readable('no_version', () => sql`false`),
}

/** The widest right of somebody who may so much. */
export function rightOf(may: (permission: Permission) => boolean): keyof typeof versionFor {
  if (may('admin')) return 'any'
  if (may('author')) return may('reviewer') ? 'ownOrReviewed' : 'own'
  return may('reviewer') ? 'reviewed' : 'none'
}
