import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from './any-of.ts'
import { removeBlob } from './remove-blob-kind.ts'
import { files, publications, users, versions } from './schema.ts'

/** Lets files go that nothing mentions any more: their rows, and by jobs their bytes, where no other row holds the same. */
export async function forgetFiles(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await ctx.tx
    .delete(files)
    .where(and(anyOf(files.id, ids), isUnmentioned(ctx)))
    .returning({ storageKey: files.storageKey })
  const keys = [...new Set(gone.map(({ storageKey }) => storageKey))]
  await ctx.jobs.enqueue(
    ctx.tx,
    removeBlob,
    keys.map((storageKey) => ({ storageKey })),
  )
}

/** The condition that a file is no version, no picture and no publication. */
export function isUnmentioned({ tx }: Ctx): SQL | undefined {
  const one = { one: sql`1` }
  return and(
    notExists(tx.select(one).from(versions).where(eq(versions.fileId, files.id))),
    notExists(tx.select(one).from(users).where(eq(users.photoFileId, files.id))),
    notExists(tx.select(one).from(publications).where(eq(publications.fileId, files.id))),
  )
}
