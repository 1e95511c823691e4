import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { recordFile } from '#server/db/record-file.ts'
import { versions } from '#server/db/schema.ts'
import { cleanCopyJob } from '#server/features/files/clean/copy-kind.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import { readTextJob } from './read-text-kind.ts'

type Part = 'abstract' | 'paper'

/** The live versions of one part, newest first. */
export async function liveVersions(ctx: Ctx, submissionId: string, part: Part) {
  return ctx.tx
    .select()
    .from(versions)
    .where(and(eq(versions.submissionId, submissionId), eq(versions.part, part), isNull(versions.retiredAt)))
    .orderBy(desc(versions.number))
    .limit(100)
}

/**
 * Files an upload as the next version, or in place of the newest one; gives the version's id. `at`: when the submission moved by
 * it, where that has to be after all that came before, whatever the clock says and however long the file took.
 */
export async function addVersion(
  ctx: Ctx,
  submissionId: string,
  part: Part,
  file: UploadedFile,
  how: 'next' | 'replace',
  at: Date = ctx.now,
): Promise<string> {
  const [newest] = await liveVersions(ctx, submissionId, part)
  const replaced = how === 'replace' ? newest : undefined
  if (replaced !== undefined) {
    await ctx.tx.update(versions).set({ retiredAt: at }).where(eq(versions.id, replaced.id))
  }
  const id = ctx.newId()
  await ctx.tx.insert(versions).values({
    id,
    submissionId,
    part,
    number: replaced?.number ?? (newest?.number ?? 0) + 1,
    fileId: await recordFile(ctx, file),
    fileName: file.fileName === '' ? `${part}.pdf` : file.fileName,
    createdAt: at,
    firstAt: replaced?.firstAt ?? at,
  })
  if (part === 'abstract') await ctx.jobs.enqueue(ctx.tx, readTextJob, [{ submissionId }])
  else if ((await settingsOf(ctx.tx)).anonymity === 'double')
    await ctx.jobs.enqueue(ctx.tx, cleanCopyJob, [{ storageKey: file.storageKey }])
  return id
}
