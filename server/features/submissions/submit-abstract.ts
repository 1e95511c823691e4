import { sql } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { submissionEvents, submissions } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import { assertBeforeDeadline } from '#server/features/settings/deadline.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import { abstractIdOf, paperIdOf } from '#shared/core/ids.ts'
import { addVersion } from './add-version.ts'
import { abstractReceived } from './messages.ts'

/** A new submission begins with its abstract's PDF. Refuses 409 after the abstract deadline. */
export async function submitAbstract(ctx: Ctx, file: UploadedFile) {
  const authorId = personOf(ctx).userId
  await assertBeforeDeadline(ctx, 'abstract', authorId)
  const { year } = await settingsOf(ctx.tx)
  const serial = await nextSerial(ctx)
  const id = abstractIdOf(year, serial)
  const title = file.title ?? ''
  await ctx.tx.insert(submissions).values({
    id,
    serial,
    paperId: paperIdOf(year, serial),
    authorId,
    stage: 'abstract_submitted',
    title,
    pdfTitle: title,
    submittedAt: ctx.now,
    updatedAt: ctx.now,
  })
  await ctx.tx.insert(submissionEvents).values({
    id: ctx.newId(),
    submissionId: id,
    kind: 'abstract_submitted',
    fromStage: null,
    toStage: 'abstract_submitted',
    round: 1,
    actorId: authorId,
    actorRole: 'author',
    at: ctx.now,
  })
  await addVersion(ctx, id, 'abstract', file, 'next')
  await tell(ctx, [authorId], abstractReceived(ctx, { id, title, fileName: file.fileName }))
  return { abstractId: id, message: 'Submitted successfully' }
}

/** The next serial; a sequence, so that two submissions at once never wait for each other or meet. */
async function nextSerial(ctx: Ctx): Promise<number> {
  const [row] = await rowsOf<{ serial: number }>(
    ctx.tx,
    sql`select nextval('submission_serial')::int as serial`,
  )
  if (row === undefined) throw new Error('the sequence of submissions gave nothing')
  return row.serial
}
