import type { Ctx } from '#server/core/ctx.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import { lockBlobToMention } from './lock-blob.ts'
import { files } from './schema.ts'

/**
 * Notes an uploaded file in the change's own transaction and gives its id; the only writer of `files`, from which
 * `forget-files.ts` takes them.
 */
export async function recordFile(ctx: Ctx, file: UploadedFile): Promise<string> {
  await lockBlobToMention(ctx, file.storageKey)
  const id = ctx.newId()
  await ctx.tx.insert(files).values({
    id,
    storageKey: file.storageKey,
    sha256: file.sha256,
    md5: file.md5,
    size: file.size,
    mime: file.mime,
    pages: file.pages,
    uploadedBy: ctx.actor.kind === 'person' ? ctx.actor.userId : null,
    createdAt: ctx.now,
  })
  return id
}
