import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { forgetFiles } from '#server/db/forget-files.ts'
import { publications } from '#server/db/schema.ts'

/** Removes all publications of somebody who leaves, with files that were not read yet. */
export async function forgetPublications(ctx: Ctx, userId: string): Promise<void> {
  const gone = await ctx.tx.delete(publications).where(eq(publications.userId, userId)).returning()
  await forgetFiles(
    ctx,
    gone.flatMap(({ fileId }) => fileId ?? []),
  )
}
