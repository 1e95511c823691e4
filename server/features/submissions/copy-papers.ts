import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { cleanCopies, files, submissions, versions } from '#server/db/schema.ts'
import { cleanCopyJob } from '#server/features/files/clean/copy-kind.ts'
import { standing } from './access.ts'

/** Has copies made of all papers whose reviewers may no longer be told who wrote them. */
export async function copyPapers(ctx: Ctx): Promise<void> {
  const rows = await ctx.tx
    .selectDistinct({ storageKey: files.storageKey })
    .from(versions)
    .innerJoin(submissions, eq(submissions.id, versions.submissionId))
    .innerJoin(files, eq(files.id, versions.fileId))
    .leftJoin(cleanCopies, eq(cleanCopies.sourceKey, files.storageKey))
    .where(
      and(standing, eq(versions.part, 'paper'), isNull(versions.retiredAt), isNull(cleanCopies.sourceKey)),
    )
  await ctx.jobs.enqueue(ctx.tx, cleanCopyJob, rows)
}
