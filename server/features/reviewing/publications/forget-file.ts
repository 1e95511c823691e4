import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { files, publications } from '#server/db/schema.ts'
import { removeBlob } from '#server/features/files/remove-blob-kind.ts'

/** Lets a publication's file go; its bytes too, where nothing else mentions them. */
export async function forgetFile(ctx: Ctx, { id, storageKey }: { id: string; storageKey: string }) {
  await ctx.tx.delete(files).where(eq(files.id, id))
  await ctx.jobs.enqueue(ctx.tx, removeBlob, [{ storageKey }])
}

/** Removes all publications of somebody who leaves, with files that were not read yet. */
export async function forgetPublications(ctx: Ctx, userId: string): Promise<void> {
  const gone = await ctx.tx.delete(publications).where(eq(publications.userId, userId)).returning()
  for (const { fileId } of gone) {
    if (fileId === null) continue
    const [file] = await ctx.tx.select().from(files).where(eq(files.id, fileId))
    if (file !== undefined) await forgetFile(ctx, file)
  }
}
